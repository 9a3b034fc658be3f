package dev.stowage.node.expand;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaimStatus;

/// What the node does about the size of a volume that is mounted here.
public sealed interface ExpandAction {
    /// On a claim, by whoever made the volume larger: nothing is left to do on nodes.
    String NOT_REQUIRED = "volume.kubernetes.io/node-expansion-not-required";

    String PENDING = "NodeResizePending";
    String IN_PROGRESS = "NodeResizeInProgress";
    String INFEASIBLE = "NodeResizeInfeasible";

    /// Not now. The claim or the volume will tell when.
    record Nothing() implements ExpandAction {}

    /// It has that size already, as others saw to it.
    record AlreadyExpanded(Quantity size) implements ExpandAction {}

    /// It cannot grow, for it is mounted for reading only.
    record ReadOnly(Quantity size) implements ExpandAction {}

    /// The driver shall make it larger here.
    ///
    /// @param infeasibleOnFailure whether a failure is the end of this size: somebody wants another one by
    ///     now
    record Expand(Quantity size, StatusUpdate statusUpdate, boolean infeasibleOnFailure) implements ExpandAction {}

    /// What is written on the claim about it.
    enum StatusUpdate {
        /// That it is under way, and how it ended.
        EVERYTHING,
        /// Only that it is done: whoever made the volume larger knows no more.
        SIZE,
        /// Nothing: it is done for the cluster, and only this node is behind.
        NOTHING
    }

    /// What this node knows of a volume besides.
    ///
    /// @param size bytes it has here; 0 when that is not known
    /// @param failed whether the driver refused to make it larger for good
    /// @param inUse whether the driver refused because it is in use: it is not asked again while it is
    ///     mounted
    record NodeMemory(long size, boolean failed, boolean inUse) {
        NodeMemory withSize(Quantity now) {
            return new NodeMemory(now.value(), false, inUse);
        }

        NodeMemory asFailed() {
            return new NodeMemory(size, true, inUse);
        }

        NodeMemory asInUse() {
            return new NodeMemory(size, failed, true);
        }
    }

    static ExpandAction decide(
            PersistentVolumeClaim claim, PersistentVolume volume, NodeMemory nodeMemory, boolean readOnly) {
        Quantity capacity = volume.capacity();
        boolean isLarger = nodeMemory.size() > 0 && capacity.value() > nodeMemory.size();
        if (!isLarger || nodeMemory.inUse()) {
            return new Nothing();
        }
        if (readOnly) {
            return new ReadOnly(capacity);
        }
        PersistentVolumeClaimStatus status = claim.status();
        Quantity allocated = status.allocated();
        if (allocated == null && status.resize().isEmpty()) {
            boolean told = status.capacity().compareTo(capacity) >= 0;
            return new Expand(capacity, told ? StatusUpdate.NOTHING : StatusUpdate.SIZE, false);
        }
        Quantity size = allocated == null ? capacity : allocated;
        boolean infeasible = claim.request().compareTo(size) != 0 && nodeMemory.failed();
        boolean told = status.capacity().compareTo(size) >= 0 && status.resize().isEmpty();
        if (told) {
            // Each node has a file system client of its own to tell.
            boolean everywhere = claim.accessModes().contains("ReadWriteMany")
                    && !claim.meta().annotations().containsKey(NOT_REQUIRED);
            return everywhere ? new Expand(size, StatusUpdate.NOTHING, infeasible) : new AlreadyExpanded(size);
        }
        boolean ourTurn = status.resize().equals(PENDING) || status.resize().equals(IN_PROGRESS);
        return ourTurn ? new Expand(size, StatusUpdate.EVERYTHING, infeasible) : new Nothing();
    }
}
