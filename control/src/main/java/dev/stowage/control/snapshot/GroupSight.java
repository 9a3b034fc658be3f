package dev.stowage.control.snapshot;

import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.GroupSnapshotContent;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.SnapshotClass;
import dev.stowage.kube.object.SnapshotContent;
import dev.stowage.kube.object.Volume;
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
record GroupSight(
        GroupSnapshot group,
        List<SnapshotClass> classes,
        List<Claim> claims,
        Map<String, Volume> volumes,
        @Nullable GroupSnapshotContent content,
        List<Member> members,
        List<Snapshot> parts,
        List<Snapshot> restoring,
        List<Node> nodes,
        Instant now) {

    /// @param volume the one it was taken of; null when nobody knows it
    record Member(
            GroupSnapshotContent.Member info,
            @Nullable Volume volume,
            @Nullable Snapshot snapshot,
            @Nullable SnapshotContent content) {}
}
