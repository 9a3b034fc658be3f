package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Copies ranges of an image or a device a portion at a time, and compares the copy by checksum. Not thread-safe.
public final class BlockCopy {

    private final Ranges ranges;
    private final Check check;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BlockReader.PORTION);

    /// What is to be copied. It is walked through once for the copy, and once when that is read back.
    @FunctionalInterface
    public interface Ranges {
        BlockSource walk() throws IOException;
    }

    /// Called before every portion; stops the copy by throwing.
    @FunctionalInterface
    public interface Check {
        Check NONE = _ -> {};

        /// @param bytes of the next portion, to be copied or read back
        void next(long bytes) throws CsiException, IOException;
    }

    /// Puts a portion into the copy. The buffer is filled again afterwards.
    @FunctionalInterface
    public interface Target {
        void write(long offset, ByteBuffer bytes) throws IOException;
    }

    public BlockCopy(Ranges ranges, Check check) {
        this.ranges = ranges;
        this.check = check;
    }

    /// Returns the checksum of what was read.
    public long copy(BlockReader from, Target to) throws CsiException, IOException {
        CRC32C read = new CRC32C();
        walk(from, (offset, bytes) -> {
            read.update(bytes.duplicate());
            to.write(offset, bytes);
        });
        return read.getValue();
    }

    /// The checksum of the same ranges of something else.
    public long checksum(BlockReader of) throws CsiException, IOException {
        CRC32C read = new CRC32C();
        walk(of, (_, bytes) -> read.update(bytes));
        return read.getValue();
    }

    private void walk(BlockReader of, Target each) throws CsiException, IOException {
        BlockSource source = ranges.walk();
        for (Optional<BlockRange> range = source.next(); range.isPresent(); range = source.next()) {
            long end = range.get().end();
            for (long at = range.get().offset(); at < end; at += BlockReader.PORTION) {
                int length = (int) Math.min(BlockReader.PORTION, end - at);
                check.next(length);
                of.read(at, buffer.clear().limit(length));
                each.write(at, buffer.flip());
            }
        }
    }
}
