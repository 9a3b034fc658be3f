package dev.stowage.sdk;

import java.io.IOException;
import java.nio.ByteBuffer;

/// A copy that is being written.
public interface TransferTarget extends AutoCloseable {

    /// Offsets ascend, and begin again at one that was durable after an interruption. All is within the
    /// volume's size.
    void write(long offset, ByteBuffer bytes) throws CsiException, IOException;

    /// Makes a range zero. Only differences have such ranges.
    void zero(long offset, long length) throws CsiException, IOException;

    /// What was written is durable when this returns.
    void sync() throws IOException;

    /// What is there now, read back for the checksum: of a difference, the blocks that differ from the base.
    TransferBlocks written() throws CsiException, IOException;

    @Override
    void close() throws IOException;
}
