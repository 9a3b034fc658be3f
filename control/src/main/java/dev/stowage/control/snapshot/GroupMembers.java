package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the snapshots that a group consists of, each with its content: first the snapshot, whose uid the content
/// needs; then the content; then its status, which says what the driver took. Each step is seen before the next.
final class GroupMembers {

    private GroupMembers() {}

    /// The group's own status follows when all its parts are there.
    static Verdict then(GroupSight sight, VolumeGroupSnapshotContent content, VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = sight.group();
        VolumeGroupSnapshotContent.Status status = content.status();
        if (status == null || status.handle().isEmpty() || status.members().isEmpty()) {
            return Verdict.own(GroupStatusCopy.acts(group, content));
        }
        SecretReference secret;
        try {
            secret = ClassSecret.ofMember(chosen, content.meta().name());
        } catch (Obstacle e) {
            return Verdict.waiting("getGroupSnapshotSecret: failed to get secret reference for group snapshot content "
                    + content.meta().name() + ": " + e.text());
        }
        List<Act> acts = new ArrayList<>();
        for (GroupSight.Member member : sight.members()) {
            step(group, content, status, member, secret, acts);
        }
        return acts.isEmpty()
                ? Verdict.own(GroupStatusCopy.acts(group, content))
                : new Verdict(acts, List.of(), "its snapshots are being made");
    }

    private static void step(
            VolumeGroupSnapshot group,
            VolumeGroupSnapshotContent groupContent,
            VolumeGroupSnapshotContent.Status status,
            GroupSight.Member member,
            @Nullable SecretReference secret,
            List<Act> acts) {
        VolumeSnapshot snapshot = member.snapshot();
        VolumeSnapshotContent content = member.content();
        if (snapshot == null) {
            acts.add(new Act.Create<>(Kinds.SNAPSHOTS, group.meta().namespace(), snapshot(group, member)));
        } else if (content == null) {
            acts.add(new Act.Create<>(
                    Kinds.SNAPSHOT_CONTENTS, "", content(group, groupContent, status, member, snapshot, secret)));
        } else if (!content.isBoundTo(snapshot)) {
            acts.addAll(ContentBinding.acts(snapshot, content));
        } else if (content.status() == null || content.status().handle().isEmpty()) {
            acts.add(new Act.Change<>(
                    Kinds.SNAPSHOT_CONTENTS,
                    content,
                    taken(status, member.info()).onlyIfUnchanged(content)));
        }
    }

    private static ObjectNode snapshot(VolumeGroupSnapshot group, GroupSight.Member member) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata")
                .put("name", ContentName.memberSnapshot(group, member.info().volumeHandle()))
                .put("namespace", group.meta().namespace());
        meta.putArray("finalizers").add(Marks.IN_GROUP).add(Marks.AS_SOURCE);
        Membership.writeOwner(meta.putArray("ownerReferences").addObject(), group);
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
            GroupSight.Member member,
            VolumeSnapshot snapshot,
            @Nullable SecretReference secret) {
        String volume = member.info().volumeHandle();
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", ContentName.member(group, volume));
        meta.putArray("finalizers").add(Marks.CONTENT);
        ObjectNode annotations = meta.putObject("annotations").put(Marks.GROUP_HANDLE, status.handle());
        if (secret != null) {
            annotations.put(Marks.SECRET_NAME, secret.name()).put(Marks.SECRET_NAMESPACE, secret.namespace());
        }
        String node = groupContent.meta().labels().get(Marks.MANAGED_BY);
        if (node != null) {
            meta.putObject("labels").put(Marks.MANAGED_BY, node);
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
