package dev.stowage.sdk;

import java.io.IOException;
import java.util.Set;

/// Sends volumes to other drivers and receives them. Offers the service `stowage.transfer.v1alpha1.Transfer`
/// beside CSI.
///
/// The SDK does the streams, the checksums, the progress, the generations and the fences; a driver only gives
/// access to blocks. Calls for one volume do not overlap. Needs durable records.
///
/// What a driver will refuse however often it is asked, it refuses with INVALID_ARGUMENT, or with RESOURCE_EXHAUSTED
/// when a volume does not fit: callers give up then. FAILED_PRECONDITION of [#receive] and of the blocks and targets
/// that it returns makes them send everything again. After anything else they try again.
public interface Transfer {

    /// The formats that this driver sends or receives.
    default Set<TransferFormat> formats() {
        return Set.of(TransferFormat.BLOCKS);
    }

    /// Everything in a snapshot, or in a volume that is fenced. Refuses a volume in use.
    TransferSource send(VolumeSource what) throws CsiException, IOException;

    /// What differs from a snapshot of the same volume, exactly, in blocks of [TransferBlocks#BLOCK].
    TransferSource sendDifference(SnapshotId base, VolumeSource what) throws CsiException, IOException;

    /// Opens a copy for writing: as an earlier call left it, or made now. A difference is written over a copy
    /// of the base, so that the base stays whole until [#complete].
    TransferTarget receive(IncomingVolume incoming) throws CsiException, IOException;

    /// The copy is what was written, and was verified. May be repeated after it failed, and after it succeeded.
    void complete(IncomingVolume incoming) throws CsiException, IOException;

    /// Removes a difference that is not complete, or what is left of one. The base stays.
    void abandon(VolumeId volume) throws CsiException, IOException;

    /// Makes a complete copy a volume like any other. May be repeated after it succeeded.
    Volume activate(VolumeId volume) throws CsiException, IOException;

    /// Removes a copy that was not activated, or what is left of one.
    void discard(VolumeId volume) throws CsiException, IOException;
}
