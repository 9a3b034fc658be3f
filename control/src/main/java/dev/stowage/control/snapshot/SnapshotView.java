package dev.stowage.control.snapshot;

import dev.stowage.control.Shared;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.SnapshotClass;
import dev.stowage.kube.object.SnapshotContent;
import dev.stowage.kube.object.Volume;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What of the cluster matters to snapshots.
final class SnapshotView {
    final Mirror<Snapshot> snapshots;
    final Mirror<SnapshotContent> contents;
    final Mirror<SnapshotClass> classes;
    final Mirror<Claim> claims;
    final Mirror<Volume> volumes;
    final Index<Snapshot> byClaim;
    final Index<Snapshot> byContent;
    final Index<Snapshot> byGroup;
    final Index<SnapshotContent> bySnapshot;
    private final Index<Claim> byRestored;
    private final @Nullable Mirror<Node> nodes;
    private final Shared shared;
    private final SnapshotOptions options;

    SnapshotView(Shared shared, SnapshotOptions options) {
        this.shared = shared;
        this.options = options;
        snapshots = shared.mirrors().of(Kinds.SNAPSHOTS);
        contents = shared.mirrors().of(Kinds.SNAPSHOT_CONTENTS);
        classes = shared.mirrors().of(Kinds.SNAPSHOT_CLASSES);
        claims = shared.mirrors().of(Kinds.CLAIMS);
        volumes = shared.mirrors().of(Kinds.VOLUMES);
        nodes = options.distributed() ? shared.mirrors().of(Kinds.NODES) : null;
        byClaim = snapshots.index(
                snapshot -> claimOf(snapshot).map(Key::toString).stream().toList());
        byContent = snapshots.index(
                snapshot -> snapshot.contentName().isEmpty() ? List.of() : List.of(snapshot.contentName()));
        byGroup = snapshots.index(
                snapshot -> groupOf(snapshot).map(Key::toString).stream().toList());
        bySnapshot = contents.index(
                content -> snapshotOf(content).map(Key::toString).stream().toList());
        byRestored = claims.index(
                claim -> restored(claim).stream().map(Key::toString).toList());
    }

    void awaitSynced() throws InterruptedException {
        classes.awaitSynced();
        contents.awaitSynced();
        snapshots.awaitSynced();
        claims.awaitSynced();
        volumes.awaitSynced();
        if (nodes != null) {
            nodes.awaitSynced();
        }
    }

    static Optional<Key> claimOf(Snapshot snapshot) {
        return snapshot.claimName().isEmpty()
                ? Optional.empty()
                : Optional.of(new Key(snapshot.meta().namespace(), snapshot.claimName()));
    }

    static Optional<Key> groupOf(Snapshot snapshot) {
        String name = Membership.groupOf(snapshot);
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Key(snapshot.meta().namespace(), name));
    }

    static Optional<Key> snapshotOf(SnapshotContent content) {
        return Optional.ofNullable(content.snapshot()).map(ObjectRef::key);
    }

    /// The snapshots that a claim is to be filled from; at most one, unless its two fields disagree.
    static List<Key> restored(Claim claim) {
        return Stream.of(Optional.ofNullable(claim.dataSource()), Optional.ofNullable(claim.dataSourceRef()))
                .flatMap(Optional::stream)
                .filter(source -> source.kind().equals(Kinds.SNAPSHOTS.name())
                        && source.apiGroup().equals(Kinds.SNAPSHOTS.group()))
                .map(source -> new Key(
                        source.namespace().isEmpty() ? claim.meta().namespace() : source.namespace(), source.name()))
                .distinct()
                .toList();
    }

    /// All of them where a snapshotter runs on every node; else none.
    List<Node> nodes() {
        return nodes == null ? List.of() : sorted(nodes);
    }

    boolean isRestoring(Snapshot snapshot) {
        return byRestored.get(snapshot.key().toString()).stream()
                .anyMatch(claim -> claim.status().phase().equals("Pending"));
    }

    SnapshotSight sight(Snapshot snapshot, @Nullable GroupView groups) {
        Optional<Claim> claim = claimOf(snapshot).flatMap(claims::find);
        Optional<SnapshotContent> content = content(snapshot);
        return new SnapshotSight(
                snapshot,
                sorted(classes),
                claim.orElse(null),
                claim.flatMap(each -> volumes.find(each.volumeName())).orElse(null),
                content.orElse(null),
                isRestoring(snapshot),
                group(snapshot, content, groups),
                nodes(),
                options.keepMode(),
                shared.clock().instant());
    }

    Optional<SnapshotContent> content(Snapshot snapshot) {
        String name = ContentName.of(snapshot);
        if (!name.isEmpty()) {
            return contents.find(name);
        }
        return Membership.isMember(snapshot)
                ? bySnapshot.get(snapshot.key().toString()).stream()
                        .filter(content -> content.isBoundTo(snapshot))
                        .findFirst()
                : Optional.empty();
    }

    private static SnapshotSight.Group group(
            Snapshot snapshot, Optional<SnapshotContent> content, @Nullable GroupView groups) {
        if (groups == null) {
            return SnapshotSight.Group.NONE;
        }
        Optional<GroupSnapshot> group = groupOf(snapshot).flatMap(groups.groups::find);
        String handle = content.map(SnapshotContent::status)
                .map(SnapshotContent.Status::groupHandle)
                .orElse("");
        return new SnapshotSight.Group(
                group.filter(each -> isOwnedBy(snapshot, each)).orElse(null),
                !groups.groups.isSynced(),
                handle.isEmpty() ? "" : groups.nameOf(handle));
    }

    /// A group of the same name that was made anew is another group.
    private static boolean isOwnedBy(Snapshot snapshot, GroupSnapshot group) {
        return Membership.owner(snapshot)
                .map(owner ->
                        owner.uid().isEmpty() || owner.uid().equals(group.meta().uid()))
                .orElse(true);
    }

    private static <T extends KubeObject> List<T> sorted(Mirror<T> mirror) {
        List<T> all = new ArrayList<>(mirror.all());
        all.sort(Comparator.comparing(object -> object.meta().name()));
        return all;
    }
}
