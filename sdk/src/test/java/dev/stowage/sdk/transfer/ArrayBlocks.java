package dev.stowage.sdk.transfer;

import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.TransferBlocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The blocks of a volume in memory.
public final class ArrayBlocks implements TransferBlocks {

    private final byte[] volume;
    private final List<BlockRange> ranges;

    private ArrayBlocks(byte[] volume, List<BlockRange> ranges) {
        this.volume = volume;
        this.ranges = ranges;
    }

    /// All of it as ranges of at most so many blocks.
    public static ArrayBlocks whole(byte[] volume, int blocks) {
        List<BlockRange> ranges = new ArrayList<>();
        int step = blocks * BLOCK;
        for (int at = 0; at < volume.length; at += step) {
            ranges.add(new BlockRange(at, Math.min(step, volume.length - at)));
        }
        return new ArrayBlocks(volume.clone(), ranges);
    }

    public static ArrayBlocks difference(byte[] before, byte[] after) {
        List<BlockRange> ranges = new ArrayList<>();
        for (int at = 0; at < after.length; at += BLOCK) {
            int end = Math.min(at + BLOCK, after.length);
            if (!Arrays.equals(before, Math.min(at, before.length), Math.min(end, before.length), after, at, end)) {
                ranges.add(new BlockRange(at, end - at));
            }
        }
        return new ArrayBlocks(after.clone(), ranges);
    }

    static ArrayBlocks of(byte[] volume, BlockRange... ranges) {
        return new ArrayBlocks(volume.clone(), List.of(ranges));
    }

    @Override
    public Bytes size() {
        return Bytes.of(volume.length);
    }

    @Override
    public Stream<BlockRange> ranges() {
        return ranges.stream();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        into.put(volume, (int) offset, into.remaining());
    }

    @Override
    public void close() {}
}
