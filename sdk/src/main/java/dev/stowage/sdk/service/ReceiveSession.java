package dev.stowage.sdk.service;

import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopy;
import dev.stowage.sdk.transfer.BlockDigest;
import java.io.IOException;

/// A copy that is open for writing, and locked. Not thread-safe.
final class ReceiveSession implements AutoCloseable {

    /// An interruption costs at most so much. Each step costs a flush of the disk.
    private static final long CHECKPOINT = 64L << 20;

    private final VolumeId id;
    private final CopyExecutor executor;
    private final OperationLocks.Held held;
    private final TransferTarget target;
    private VolumeCopy.Receiving receiving;
    private long next;
    private long undurable;
    private boolean isOver;

    /// @param held released when this is closed
    /// @param target closed when this is closed
    /// @param offset where the sender begins
    ReceiveSession(
            VolumeId id,
            CopyExecutor executor,
            OperationLocks.Held held,
            TransferTarget target,
            VolumeCopy.Receiving receiving,
            long offset) {
        this.id = id;
        this.executor = executor;
        this.held = held;
        this.target = target;
        this.receiving = receiving;
        this.next = offset;
    }

    VolumeId id() {
        return id;
    }

    void write(Extent extent) throws CsiException, IOException {
        long length = TransferFields.length(extent, next, receiving.header());
        if (extent.hasData()) {
            target.write(extent.getOffset(), extent.getData().asReadOnlyByteBuffer());
        } else {
            target.zero(extent.getOffset(), length);
        }
        next = extent.getOffset() + length;
        undurable += length;
        if (undurable >= CHECKPOINT) {
            receiving = checkpoint();
        }
    }

    /// What was written is durable, and recorded as such.
    VolumeCopy.Receiving checkpoint() throws IOException {
        target.sync();
        undurable = 0;
        // A resumed sender may have begun before what was durable already.
        receiving = receiving.durable(Math.max(receiving.durable(), next));
        executor.copies().put(id, receiving);
        return receiving;
    }

    /// Reads back what was written, compares the checksums, and completes the copy.
    ///
    /// @throws CsiException FAILED_PRECONDITION when they differ; the copy stays incomplete
    VolumeCopy finish(BlockDigest.Sum sent) throws CsiException, IOException {
        receiving = checkpoint();
        try (TransferBlocks written = target.written()) {
            BlockDigest.Sum here = BlockDigest.of(written, receiving.header().isDifference());
            if (!here.equals(sent)) {
                throw CsiException.failedPrecondition(
                        "the copy of volume %s is not what was sent: it has %s, the sender %s; abandon it and send it again"
                                .formatted(id, here, sent));
            }
        }
        isOver = true;
        return executor.complete(id, receiving);
    }

    /// For a stream that ends before its finish.
    void keepProgress() throws IOException {
        if (!isOver && undurable > 0) {
            receiving = checkpoint();
        }
    }

    @Override
    public void close() throws IOException {
        try (held) {
            target.close();
        }
    }
}
