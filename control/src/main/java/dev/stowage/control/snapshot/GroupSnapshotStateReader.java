package dev.stowage.control.snapshot;

import dev.stowage.k8s.LabelSelector;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the state of group snapshots.
final class GroupSnapshotStateReader {
    final Informer<VolumeGroupSnapshot> groups;
    final Informer<VolumeGroupSnapshotContent> contents;
    final Informer<VolumeSnapshotClass> classes;
    /// Contents of members, by the handle of their group.
    final Index<VolumeSnapshotContent> partsByHandle;

    private final SnapshotStateReader snapshots;
    private final Index<VolumeGroupSnapshotContent> byHandle;
    private final Index<PersistentVolume> volumesByHandle;
    private final InstantSource clock;

    GroupSnapshotStateReader(ControllerContext context, SnapshotStateReader snapshots) {
        this.snapshots = snapshots;
        this.clock = context.clock();
        groups = context.informers().of(Kinds.GROUP_SNAPSHOTS);
        contents = context.informers().of(Kinds.GROUP_SNAPSHOT_CONTENTS);
        classes = context.informers().of(Kinds.GROUP_SNAPSHOT_CLASSES);
        partsByHandle = snapshots.contents.index(content ->
                content.status() == null || content.status().groupHandle().isEmpty()
                        ? List.of()
                        : List.of(content.status().groupHandle()));
        byHandle = contents.index(
                content -> content.status() == null || content.status().handle().isEmpty()
                        ? List.of()
                        : List.of(content.status().handle()));
        volumesByHandle = snapshots.volumes.index(volume -> volume.csi() == null
                ? List.of()
                : List.of(handle(volume.csi().driver(), volume.csi().handle())));
    }

    void awaitSynced() throws InterruptedException {
        classes.awaitSynced();
        contents.awaitSynced();
        groups.awaitSynced();
    }

    private static String handle(String driver, String volume) {
        return driver + "^" + volume;
    }

    /// The name of the group with that handle; empty when it is unknown.
    String nameOf(String handle) {
        return byHandle.get(handle).stream()
                .map(VolumeGroupSnapshotContent::groupSnapshot)
                .filter(group -> group != null)
                .map(ObjectReference::name)
                .findFirst()
                .orElse("");
    }

    GroupSnapshotState read(VolumeGroupSnapshot group) {
        String name = ContentName.of(group);
        VolumeGroupSnapshotContent content =
                name.isEmpty() ? null : contents.find(name).orElse(null);
        List<PersistentVolumeClaim> claims = selected(group);
        Map<String, PersistentVolume> volumes = new HashMap<>();
        claims.forEach(claim -> snapshots
                .volumes
                .find(claim.volumeName())
                .ifPresent(volume -> volumes.put(claim.volumeName(), volume)));
        List<VolumeSnapshot> parts = snapshots.byGroup.get(group.key().toString()).stream()
                .filter(part -> GroupMembership.owner(part)
                        .filter(ownerReference ->
                                ownerReference.uid().equals(group.meta().uid()))
                        .isPresent())
                .toList();
        return new GroupSnapshotState(
                group,
                List.copyOf(classes.all()),
                claims,
                volumes,
                content,
                members(group, content),
                parts,
                parts.stream().filter(snapshots::isRestoring).toList(),
                snapshots.nodes(),
                clock.instant());
    }

    private List<PersistentVolumeClaim> selected(VolumeGroupSnapshot group) {
        LabelSelector selector = group.selector();
        if (selector == null || group.isBeingDeleted() || group.isReady()) {
            return List.of();
        }
        return snapshots.claims.all().stream()
                .filter(claim -> claim.meta().namespace().equals(group.meta().namespace())
                        && selector.matches(claim.meta().labels()))
                .sorted(Comparator.comparing(claim -> claim.meta().name()))
                .toList();
    }

    private List<GroupSnapshotState.Member> members(
            VolumeGroupSnapshot group, @Nullable VolumeGroupSnapshotContent content) {
        if (content == null || content.status() == null || group.isReady()) {
            return List.of();
        }
        return content.status().members().stream()
                .map(info -> member(group, content.driver(), info))
                .toList();
    }

    private GroupSnapshotState.Member member(
            VolumeGroupSnapshot group, String driver, VolumeGroupSnapshotContent.Member info) {
        List<PersistentVolume> volumes = volumesByHandle.get(handle(driver, info.volumeHandle()));
        NamespacedName key =
                new NamespacedName(group.meta().namespace(), ContentName.memberSnapshot(group, info.volumeHandle()));
        return new GroupSnapshotState.Member(
                info,
                // Two volumes with one handle: the source of the snapshot is ambiguous.
                volumes.size() == 1 ? volumes.getFirst() : null,
                snapshots.snapshots.find(key).orElse(null),
                snapshots
                        .contents
                        .find(ContentName.member(group, info.volumeHandle()))
                        .orElse(null));
    }
}
