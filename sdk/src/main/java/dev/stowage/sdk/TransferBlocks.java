package dev.stowage.sdk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/// The blocks of one transfer. They do not change while this is open.
public interface TransferBlocks extends AutoCloseable {

    /// Blocks start at multiples of this.
    int BLOCK = 4096;

    /// What they are.
    default TransferFormat format() {
        return TransferFormat.BLOCKS;
    }

    /// The size of the volume.
    Bytes size() throws IOException;

    /// Where the blocks are: whole blocks, ascending, without overlap. A range of a whole volume may contain
    /// zeroes; one of a difference contains nothing but blocks that differ.
    Stream<BlockRange> ranges() throws CsiException, IOException;

    /// Fills the buffer from the offset on.
    void read(long offset, ByteBuffer into) throws IOException;

    @Override
    void close() throws IOException;
}
