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
/// @param claim the one it is taken of
/// @param volume the one behind the claim
/// @param content the one that [ContentName#of(Snapshot)] names; for a part of a group also the one that names it
/// @param restoring whether a claim is just being filled from it
/// @param group what is known of the group that it is a part of
/// @param nodes where volumes can be; empty unless each node looks after its own snapshots
/// @param keepMode whether the mode of the volume is noted, so that it cannot change on the way through a snapshot
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

    /// @param object null when there is none of that name
    /// @param unknown when it cannot be said whether there is one
    /// @param ofContent the name of the group that the content's handle belongs to; empty when nobody knows it
    record Group(@Nullable VolumeGroupSnapshot object, boolean unknown, String ofContent) {

        static final Group NONE = new Group(null, false, "");
    }
}
