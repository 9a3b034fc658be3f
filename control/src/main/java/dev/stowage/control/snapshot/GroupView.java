package dev.stowage.control.snapshot;

import dev.stowage.control.Shared;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.GroupSnapshotContent;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.LabelSelector;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.SnapshotClass;
import dev.stowage.kube.object.SnapshotContent;
import dev.stowage.kube.object.Volume;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What of the cluster matters to group snapshots.
final class GroupView {
    final Mirror<GroupSnapshot> groups;
    final Mirror<GroupSnapshotContent> contents;
    final Mirror<SnapshotClass> classes;
    /// Contents of parts, by the handle of their group.
    final Index<SnapshotContent> partsByHandle;

    private final SnapshotView snapshots;
    private final Index<GroupSnapshotContent> byHandle;
    private final Index<Volume> volumesByHandle;
    private final InstantSource clock;

    GroupView(Shared shared, SnapshotView snapshots) {
        this.snapshots = snapshots;
        this.clock = shared.clock();
        groups = shared.mirrors().of(Kinds.GROUP_SNAPSHOTS);
        contents = shared.mirrors().of(Kinds.GROUP_SNAPSHOT_CONTENTS);
        classes = shared.mirrors().of(Kinds.GROUP_SNAPSHOT_CLASSES);
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

    /// The name of the group that has that handle; empty when nobody knows it.
    String nameOf(String handle) {
        return byHandle.get(handle).stream()
                .map(GroupSnapshotContent::groupSnapshot)
                .filter(group -> group != null)
                .map(ObjectRef::name)
                .findFirst()
                .orElse("");
    }

    GroupSight sight(GroupSnapshot group) {
        String name = ContentName.of(group);
        GroupSnapshotContent content =
                name.isEmpty() ? null : contents.find(name).orElse(null);
        List<Claim> claims = selected(group);
        Map<String, Volume> volumes = new HashMap<>();
        claims.forEach(claim -> snapshots
                .volumes
                .find(claim.volumeName())
                .ifPresent(volume -> volumes.put(claim.volumeName(), volume)));
        List<Snapshot> parts = snapshots.byGroup.get(group.key().toString()).stream()
                .filter(part -> Membership.owner(part)
                        .filter(owner -> owner.uid().equals(group.meta().uid()))
                        .isPresent())
                .toList();
        return new GroupSight(
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

    private List<Claim> selected(GroupSnapshot group) {
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

    private List<GroupSight.Member> members(GroupSnapshot group, @Nullable GroupSnapshotContent content) {
        if (content == null || content.status() == null || group.isReady()) {
            return List.of();
        }
        return content.status().members().stream()
                .map(info -> member(group, content.driver(), info))
                .toList();
    }

    private GroupSight.Member member(GroupSnapshot group, String driver, GroupSnapshotContent.Member info) {
        List<Volume> volumes = volumesByHandle.get(handle(driver, info.volumeHandle()));
        Key key = new Key(group.meta().namespace(), ContentName.memberSnapshot(group, info.volumeHandle()));
        return new GroupSight.Member(
                info,
                // Two volumes with one handle: nobody can say whose snapshot it is.
                volumes.size() == 1 ? volumes.getFirst() : null,
                snapshots.snapshots.find(key).orElse(null),
                snapshots
                        .contents
                        .find(ContentName.member(group, info.volumeHandle()))
                        .orElse(null));
    }
}
