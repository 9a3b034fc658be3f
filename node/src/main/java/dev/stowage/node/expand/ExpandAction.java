package dev.stowage.node.expand;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus;

/// What the node does about the size of a mounted volume.
public sealed interface ExpandAction {

    /// Not now. A change of the claim or the volume triggers the next check.
    record Nothing() implements ExpandAction {}

    /// It already has that size; another component expanded it.
    record AlreadyExpanded(Quantity size) implements ExpandAction {}

    /// It cannot be expanded because it is mounted read-only.
    record ReadOnly(Quantity size) implements ExpandAction {}

    /// The driver expands the volume on this node.
    ///
    /// @param infeasibleOnFailure whether a failure ends the attempts for this size, because another size is
    /// requested
    record Expand(Quantity size, StatusUpdate statusUpdate, boolean infeasibleOnFailure) implements ExpandAction {}

    /// What is written to the status of the claim.
    enum StatusUpdate {
        /// The progress and the result.
        EVERYTHING,
        /// Only the result: the controller that expanded the volume does not track progress.
        SIZE,
        /// Nothing: the expansion is complete for the cluster, and only this node must follow.
        NOTHING
    }

    /// What this node remembers about a volume.
    ///
    /// @param size its size here in bytes; 0 when unknown
    /// @param failed whether the driver refused to expand it permanently
    /// @param inUse whether the driver refused because it is in use; it is not tried again while it is mounted
    record LastExpansion(long size, boolean failed, boolean inUse) {
        LastExpansion withSize(Quantity now) {
            return new LastExpansion(now.value(), false, inUse);
        }

        LastExpansion asFailed() {
            return new LastExpansion(size, true, inUse);
        }

        LastExpansion asInUse() {
            return new LastExpansion(size, failed, true);
        }
    }

    static ExpandAction decide(
            PersistentVolumeClaim claim, PersistentVolume volume, LastExpansion lastExpansion, boolean readOnly) {
        Quantity capacity = volume.capacity();
        boolean isLarger = lastExpansion.size() > 0 && capacity.value() > lastExpansion.size();
        if (!isLarger || lastExpansion.inUse()) {
            return new Nothing();
        }
        if (readOnly) {
            return new ReadOnly(capacity);
        }
        PersistentVolumeClaimStatus status = claim.status();
        Quantity allocated = status.allocated();
        if (allocated == null && status.resize().isEmpty()) {
            boolean recorded = status.capacity().compareTo(capacity) >= 0;
            return new Expand(capacity, recorded ? StatusUpdate.NOTHING : StatusUpdate.SIZE, false);
        }
        Quantity size = allocated == null ? capacity : allocated;
        boolean infeasible = claim.request().compareTo(size) != 0 && lastExpansion.failed();
        boolean recorded =
                status.capacity().compareTo(size) >= 0 && status.resize().isEmpty();
        if (recorded) {
            // Every node has its own file system client, which must be expanded too.
            boolean everywhere = claim.accessModes().contains(PersistentVolumeAccessMode.READ_WRITE_MANY)
                    && !claim.meta().annotations().containsKey(VolumeAnnotations.NODE_EXPANSION_NOT_REQUIRED);
            return everywhere ? new Expand(size, StatusUpdate.NOTHING, infeasible) : new AlreadyExpanded(size);
        }
        boolean ourTurn = status.resize().equals(ClaimResizeStatus.NODE_RESIZE_PENDING)
                || status.resize().equals(ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS);
        return ourTurn ? new Expand(size, StatusUpdate.EVERYTHING, infeasible) : new Nothing();
    }
}
