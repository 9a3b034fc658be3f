package dev.stowage.control.snapshot;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that matters to one snapshot.
///
/// @param classes all of them
/// @param claim the source claim
/// @param volume the volume that the claim is bound to
/// @param content the one that [ContentName#of(VolumeSnapshot)] names; for a member of a group also the one that
///     references it
/// @param restoring whether a claim is being restored from it
/// @param group what is known about its group
/// @param nodes all nodes; empty unless each node handles its own snapshots
/// @param keepMode whether the volume mode is recorded, so that a restore cannot change it
record SnapshotState(
        VolumeSnapshot snapshot,
        List<VolumeSnapshotClass> classes,
        @Nullable PersistentVolumeClaim claim,
        @Nullable PersistentVolume volume,
        @Nullable VolumeSnapshotContent content,
        boolean restoring,
        Group group,
        List<Node> nodes,
        boolean keepMode,
        Instant now) {

    /// @param object null when it does not exist
    /// @param unknown whether its existence is unknown
    /// @param ofContent the name of the group that the content's handle belongs to; empty when unknown
    record Group(@Nullable VolumeGroupSnapshot object, boolean unknown, String ofContent) {

        static final Group NONE = new Group(null, false, "");
    }
}
