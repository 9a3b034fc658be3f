package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.util.stream.Stream;

/// The answer to a call that asks for blocks. They are found while it is read, so size costs time but no memory.
public final class BlockListing {

    private BlockListing() {}

    /// @param resources closed with the answer
    public static BlockRanges of(long size, BlockSource source, AutoCloseable... resources) {
        Stream<BlockRange> stream = new MergedBlocks(source, size).stream();
        for (AutoCloseable resource : resources) {
            stream = stream.onClose(() -> close(resource));
        }
        return new BlockRanges(false, Bytes.of(size), stream);
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot close the data of a snapshot", e);
        }
    }

    /// The block that an offset is in.
    ///
    /// @throws CsiException OUT_OF_RANGE when it is outside the volume
    public static long start(long offset, long size) throws CsiException {
        if (offset < 0 || offset > size) {
            throw CsiException.outOfRange("offset %d is outside a volume of %d bytes".formatted(offset, size));
        }
        return offset / BlockReader.BLOCK * BlockReader.BLOCK;
    }
}
