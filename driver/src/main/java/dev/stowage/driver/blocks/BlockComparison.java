package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;

/// Compares two images or devices byte by byte, a portion at a time. Not thread-safe.
public final class BlockComparison {

    private final BlockReader before;
    private final BlockReader after;
    private final ByteBuffer old = ByteBuffer.allocateDirect(BlockReader.PORTION);
    private final ByteBuffer now = ByteBuffer.allocateDirect(BlockReader.PORTION);

    public BlockComparison(BlockReader before, BlockReader after) {
        this.before = before;
        this.after = after;
    }

    /// Adds the blocks that differ between two positions, of which at most a portion is compared.
    ///
    /// @return up to where they were compared
    public long compare(long from, long end, Queue<BlockRange> found) throws IOException {
        int length = (int) Math.min(BlockReader.PORTION, end - from);
        before.read(from, old.clear().limit(length));
        after.read(from, now.clear().limit(length));
        for (int at = 0; at < length; at += BlockReader.BLOCK) {
            int block = Math.min(BlockReader.BLOCK, length - at);
            if (old.slice(at, block).mismatch(now.slice(at, block)) >= 0) {
                found.add(new BlockRange(from + at, block));
            }
        }
        return from + length;
    }
}
