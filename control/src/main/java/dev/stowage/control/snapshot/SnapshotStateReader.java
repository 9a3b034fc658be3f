package dev.stowage.control.snapshot;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the state of snapshots.
final class SnapshotStateReader {
    final Informer<VolumeSnapshot> snapshots;
    final Informer<VolumeSnapshotContent> contents;
    final Informer<VolumeSnapshotClass> classes;
    final Informer<PersistentVolumeClaim> claims;
    final Informer<PersistentVolume> volumes;
    final Index<VolumeSnapshot> byClaim;
    final Index<VolumeSnapshot> byContent;
    final Index<VolumeSnapshot> byGroup;
    final Index<VolumeSnapshotContent> bySnapshot;
    private final Index<PersistentVolumeClaim> byRestored;
    private final @Nullable Informer<Node> nodes;
    private final ControllerContext context;
    private final SnapshotOptions options;

    SnapshotStateReader(ControllerContext context, SnapshotOptions options) {
        this.context = context;
        this.options = options;
        snapshots = context.informers().of(Kinds.SNAPSHOTS);
        contents = context.informers().of(Kinds.SNAPSHOT_CONTENTS);
        classes = context.informers().of(Kinds.SNAPSHOT_CLASSES);
        claims = context.informers().of(Kinds.CLAIMS);
        volumes = context.informers().of(Kinds.VOLUMES);
        nodes = options.distributed() ? context.informers().of(Kinds.NODES) : null;
        byClaim = snapshots.index(snapshot ->
                claimOf(snapshot).map(NamespacedName::toString).stream().toList());
        byContent = snapshots.index(
                snapshot -> snapshot.contentName().isEmpty() ? List.of() : List.of(snapshot.contentName()));
        byGroup = snapshots.index(snapshot ->
                groupOf(snapshot).map(NamespacedName::toString).stream().toList());
        bySnapshot = contents.index(content ->
                snapshotOf(content).map(NamespacedName::toString).stream().toList());
        byRestored = claims.index(
                claim -> restored(claim).stream().map(NamespacedName::toString).toList());
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

    static Optional<NamespacedName> claimOf(VolumeSnapshot snapshot) {
        return snapshot.claimName().isEmpty()
                ? Optional.empty()
                : Optional.of(new NamespacedName(snapshot.meta().namespace(), snapshot.claimName()));
    }

    static Optional<NamespacedName> groupOf(VolumeSnapshot snapshot) {
        String name = GroupMembership.groupOf(snapshot);
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new NamespacedName(snapshot.meta().namespace(), name));
    }

    static Optional<NamespacedName> snapshotOf(VolumeSnapshotContent content) {
        return Optional.ofNullable(content.snapshot()).map(ObjectReference::key);
    }

    /// The snapshots that a claim is restored from; at most one, unless its two fields disagree.
    static List<NamespacedName> restored(PersistentVolumeClaim claim) {
        return Stream.of(Optional.ofNullable(claim.dataSource()), Optional.ofNullable(claim.dataSourceRef()))
                .flatMap(Optional::stream)
                .filter(source -> source.kind().equals(Kinds.SNAPSHOTS.name())
                        && source.apiGroup().equals(Kinds.SNAPSHOTS.group()))
                .map(source -> new NamespacedName(
                        source.namespace().isEmpty() ? claim.meta().namespace() : source.namespace(), source.name()))
                .distinct()
                .toList();
    }

    /// All nodes when a snapshotter runs on every node, otherwise none.
    List<Node> nodes() {
        return nodes == null ? List.of() : sorted(nodes);
    }

    boolean isRestoring(VolumeSnapshot snapshot) {
        return byRestored.get(snapshot.key().toString()).stream()
                .anyMatch(claim -> claim.status().phase().equals("Pending"));
    }

    SnapshotState read(VolumeSnapshot snapshot, @Nullable GroupSnapshotStateReader groups) {
        Optional<PersistentVolumeClaim> claim = claimOf(snapshot).flatMap(claims::find);
        Optional<VolumeSnapshotContent> content = content(snapshot);
        return new SnapshotState(
                snapshot,
                sorted(classes),
                claim.orElse(null),
                claim.flatMap(each -> volumes.find(each.volumeName())).orElse(null),
                content.orElse(null),
                isRestoring(snapshot),
                group(snapshot, content, groups),
                nodes(),
                options.keepMode(),
                context.clock().instant());
    }

    Optional<VolumeSnapshotContent> content(VolumeSnapshot snapshot) {
        String name = ContentName.of(snapshot);
        if (!name.isEmpty()) {
            return contents.find(name);
        }
        return GroupMembership.isMember(snapshot)
                ? bySnapshot.get(snapshot.key().toString()).stream()
                        .filter(content -> content.isBoundTo(snapshot))
                        .findFirst()
                : Optional.empty();
    }

    private static SnapshotState.Group group(
            VolumeSnapshot snapshot,
            Optional<VolumeSnapshotContent> content,
            @Nullable GroupSnapshotStateReader groups) {
        if (groups == null) {
            return SnapshotState.Group.NONE;
        }
        Optional<VolumeGroupSnapshot> group = groupOf(snapshot).flatMap(groups.groups::find);
        String handle = content.map(VolumeSnapshotContent::status)
                .map(VolumeSnapshotContent.Status::groupHandle)
                .orElse("");
        return new SnapshotState.Group(
                group.filter(each -> isOwnedBy(snapshot, each)).orElse(null),
                !groups.groups.isSynced(),
                handle.isEmpty() ? "" : groups.nameOf(handle));
    }

    /// A new group of the same name is another group.
    private static boolean isOwnedBy(VolumeSnapshot snapshot, VolumeGroupSnapshot group) {
        return GroupMembership.owner(snapshot)
                .map(ownerReference -> ownerReference.uid().isEmpty()
                        || ownerReference.uid().equals(group.meta().uid()))
                .orElse(true);
    }

    private static <T extends KubeObject> List<T> sorted(Informer<T> informer) {
        List<T> all = new ArrayList<>(informer.all());
        all.sort(Comparator.comparing(object -> object.meta().name()));
        return all;
    }
}
