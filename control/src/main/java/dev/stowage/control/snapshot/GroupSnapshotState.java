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
/// @param content the one that [ContentName#of(GroupSnapshot)] names
/// @param members what the content says was taken, and what there is of it
/// @param parts the snapshots that the group owns
/// @param restoring those of the parts that a claim is just being filled from
/// @param nodes all of them where a snapshotter runs on every node; else none
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

    /// @param volume the one it was taken of; null when nobody knows it
    record Member(
            VolumeGroupSnapshotContent.Member info,
            @Nullable PersistentVolume volume,
            @Nullable VolumeSnapshot snapshot,
            @Nullable VolumeSnapshotContent content) {}
}
