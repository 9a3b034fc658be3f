package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Creates the member snapshots of a group, each with its content: first the snapshot, whose uid the content
/// needs; then the content; then its status, which holds what the driver took. Each step is observed before
/// the next.
final class GroupMemberCreation {

    private GroupMemberCreation() {}

    /// The group's own status follows when all its members exist.
    static SnapshotActions then(
            GroupSnapshotState state, VolumeGroupSnapshotContent content, VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = state.group();
        VolumeGroupSnapshotContent.Status status = content.status();
        if (status == null || status.handle().isEmpty() || status.members().isEmpty()) {
            return SnapshotActions.own(GroupSnapshotStatusUpdate.acts(group, content));
        }
        SecretReference secret;
        try {
            secret = SnapshotClassSecret.ofMember(chosen, content.meta().name());
        } catch (SnapshotException e) {
            return SnapshotActions.waiting(
                    "getGroupSnapshotSecret: failed to get secret reference for group snapshot content "
                            + content.meta().name() + ": " + e.text());
        }
        List<ClusterAction> actions = new ArrayList<>();
        for (GroupSnapshotState.Member member : state.members()) {
            step(group, content, status, member, secret, actions);
        }
        return actions.isEmpty()
                ? SnapshotActions.own(GroupSnapshotStatusUpdate.acts(group, content))
                : new SnapshotActions(actions, List.of(), "its snapshots are being made");
    }

    private static void step(
            VolumeGroupSnapshot group,
            VolumeGroupSnapshotContent groupContent,
            VolumeGroupSnapshotContent.Status status,
            GroupSnapshotState.Member member,
            @Nullable SecretReference secret,
            List<ClusterAction> actions) {
        VolumeSnapshot snapshot = member.snapshot();
        VolumeSnapshotContent content = member.content();
        if (snapshot == null) {
            actions.add(new ClusterAction.Create<>(Kinds.SNAPSHOTS, group.meta().namespace(), snapshot(group, member)));
        } else if (content == null) {
            actions.add(new ClusterAction.Create<>(
                    Kinds.SNAPSHOT_CONTENTS, "", content(group, groupContent, status, member, snapshot, secret)));
        } else if (!content.isBoundTo(snapshot)) {
            actions.addAll(ContentBinding.acts(snapshot, content));
        } else if (content.status() == null || content.status().handle().isEmpty()) {
            actions.add(new ClusterAction.PatchObject<>(
                    Kinds.SNAPSHOT_CONTENTS,
                    content,
                    taken(status, member.info()).onlyIfUnchanged(content)));
        }
    }

    private static ObjectNode snapshot(VolumeGroupSnapshot group, GroupSnapshotState.Member member) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata")
                .put("name", ContentName.memberSnapshot(group, member.info().volumeHandle()))
                .put("namespace", group.meta().namespace());
        meta.putArray("finalizers")
                .add(SnapshotMetadataKeys.IN_GROUP_PROTECTION)
                .add(SnapshotMetadataKeys.AS_SOURCE_PROTECTION);
        GroupMembership.writeOwner(meta.putArray("ownerReferences").addObject(), group);
        ObjectReference claim = member.volume() == null ? null : member.volume().claim();
        object.putObject("spec")
                .putObject("source")
                .put("persistentVolumeClaimName", claim == null ? "" : claim.name());
        return object;
    }

    private static ObjectNode content(
            VolumeGroupSnapshot group,
            VolumeGroupSnapshotContent groupContent,
            VolumeGroupSnapshotContent.Status status,
            GroupSnapshotState.Member member,
            VolumeSnapshot snapshot,
            @Nullable SecretReference secret) {
        String volume = member.info().volumeHandle();
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", ContentName.member(group, volume));
        meta.putArray("finalizers").add(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        ObjectNode annotations =
                meta.putObject("annotations").put(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE, status.handle());
        if (secret != null) {
            annotations
                    .put(SnapshotMetadataKeys.DELETION_SECRET_NAME, secret.name())
                    .put(SnapshotMetadataKeys.DELETION_SECRET_NAMESPACE, secret.namespace());
        }
        String node = groupContent.meta().labels().get(SnapshotMetadataKeys.MANAGED_BY);
        if (node != null) {
            meta.putObject("labels").put(SnapshotMetadataKeys.MANAGED_BY, node);
        }
        ObjectNode spec = object.putObject("spec");
        spec.putObject("volumeSnapshotRef")
                .put("kind", Kinds.SNAPSHOTS.name())
                .put("name", snapshot.meta().name())
                .put("namespace", snapshot.meta().namespace())
                .put("uid", snapshot.meta().uid());
        spec.put("deletionPolicy", groupContent.deletionPolicy());
        spec.put("driver", groupContent.driver());
        spec.putObject("source").put("volumeHandle", volume);
        if (member.volume() != null) {
            spec.put("sourceVolumeMode", member.volume().volumeMode());
        }
        return object;
    }

    private static Patch taken(VolumeGroupSnapshotContent.Status group, VolumeGroupSnapshotContent.Member info) {
        ObjectNode body = Json.object();
        ObjectNode status = body.putObject("status")
                .put("snapshotHandle", info.snapshotHandle())
                .put("volumeGroupSnapshotHandle", group.handle());
        if (info.created() != null) {
            status.put("creationTime", info.created());
        }
        if (info.restoreSize() != null) {
            status.put("restoreSize", info.restoreSize());
        }
        if (info.ready() != null) {
            status.put("readyToUse", info.ready());
        }
        return Patch.merge(body).status();
    }
}
