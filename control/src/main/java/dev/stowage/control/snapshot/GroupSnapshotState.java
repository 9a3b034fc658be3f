package dev.stowage.control.snapshot;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that matters to one group snapshot.
///
/// @param classes all of them
/// @param claims those that it selects, by name
/// @param volumes those behind the claims, by name
/// @param content the one that [ContentName#of(VolumeGroupSnapshot)] names
/// @param members what the content says was taken, and what there is of it
/// @param parts the snapshots that the group owns
/// @param restoring the members that a claim is being restored from
/// @param nodes all nodes when a snapshotter runs on every node, otherwise none
record GroupSnapshotState(
        VolumeGroupSnapshot group,
        List<VolumeSnapshotClass> classes,
        List<PersistentVolumeClaim> claims,
        Map<String, PersistentVolume> volumes,
        @Nullable VolumeGroupSnapshotContent content,
        List<Member> members,
        List<VolumeSnapshot> parts,
        List<VolumeSnapshot> restoring,
        List<Node> nodes,
        Instant now) {

    /// @param volume the source volume; null when it is unknown
    record Member(
            VolumeGroupSnapshotContent.Member info,
            @Nullable PersistentVolume volume,
            @Nullable VolumeSnapshot snapshot,
            @Nullable VolumeSnapshotContent content) {}
}
