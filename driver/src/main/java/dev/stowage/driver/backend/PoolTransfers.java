package dev.stowage.driver.backend;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Volumes that go to other drivers and come from there, in one pool.
///
/// A copy that comes is in [PoolDirectory#received()] until it is activated, and a difference that is not
/// complete in [PoolDirectory#incoming()]: nothing that looks for volumes finds half of one. Calls for one
/// volume do not overlap.
public interface PoolTransfers {

    /// What the blocks of its volumes are.
    default TransferFormat format() {
        return TransferFormat.BLOCKS;
    }

    /// All of a snapshot, or of a volume that nobody uses.
    TransferBlocks blocks(VolumeSource what) throws CsiException, IOException;

    /// What differs from the base.
    TransferBlocks difference(SnapshotId base, VolumeSource what) throws CsiException, IOException;

    /// A copy that is complete, or being received for the first time.
    Optional<VolumeMeta> received(VolumeId id) throws CsiException, IOException;

    /// What a copy is when the difference that is being received is complete.
    Optional<VolumeMeta> incoming(VolumeId id) throws CsiException, IOException;

    /// Creates an empty copy; its record is written last.
    ///
    /// @param renamed whether the volume had another id where it comes from: both may be in use then
    /// @param parameters of the storage class
    void make(VolumeMeta wanted, boolean renamed, Map<String, String> parameters) throws CsiException, IOException;

    /// Creates a copy of a received one, to write a difference over it; its record is written last.
    void makeDifference(VolumeMeta wanted) throws CsiException, IOException;

    /// Opens the difference if there is one, otherwise the copy.
    TransferTarget open(VolumeId id) throws CsiException, IOException;

    /// The difference takes the place of what it was made from. Succeeds when there is none.
    void complete(VolumeId id) throws CsiException, IOException;

    /// Removes the difference, or what is left of one.
    void abandon(VolumeId id) throws CsiException, IOException;

    /// The copy is a volume from now on, or was already.
    VolumeMeta activate(VolumeId id) throws CsiException, IOException;

    /// Removes the copy, or what is left of one.
    void discard(VolumeId id) throws CsiException, IOException;
}
