package dev.stowage.sdk;

import java.io.IOException;

/// Reports which blocks of a snapshot hold data, or differ from an older one. Declares the snapshot metadata
/// service.
public interface SnapshotMetadata {

    /// The ranges that hold data, from the one that contains or follows the offset.
    BlockRanges allocated(Snapshot of, long startingOffset, Secrets secrets) throws CsiException, IOException;

    /// The ranges in which the target differs from the base, from the one that contains or follows the offset.
    BlockRanges changed(Snapshot base, Snapshot target, long startingOffset, Secrets secrets)
            throws CsiException, IOException;
}
