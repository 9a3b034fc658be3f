package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Requests a group snapshot: creates the content that csi-snapshotter waits for.
final class GroupContentCreation {
    private static final String FAILED = "CreateGroupSnapshotContentFailed";

    private GroupContentCreation() {}

    static SnapshotActions of(GroupSnapshotState state, VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = state.group();
        List<ClusterAction> others = new ArrayList<>();
        try {
            others.add(new ClusterAction.Create<>(Kinds.GROUP_SNAPSHOT_CONTENTS, "", content(state, chosen, others)));
        } catch (SnapshotException e) {
            SnapshotActions snapshotActions = creationFailed(e.text()).on(group, state.now());
            // Recorded once, together with the status.
            return snapshotActions.own().isEmpty() ? snapshotActions : snapshotActions.with(others);
        }
        others.add(ClusterAction.RecordEvent.normal(
                group.reference(),
                "CreatingGroupSnapshot",
                "Waiting for a group snapshot " + group.key() + " to be created by the CSI driver."));
        return new SnapshotActions(others, GroupSnapshotStatusUpdate.fresh(group, ContentName.taken(group)), "");
    }

    /// The server rejected the content.
    static SnapshotActions refused(VolumeGroupSnapshot group, String why, Instant now) {
        return creationFailed(onServer(group, why))
                .on(group, now)
                .with(List.of(ClusterAction.RecordEvent.warning(
                        group.reference(),
                        FAILED,
                        "Error creating volume group snapshot content object for group snapshot " + group.key() + ": "
                                + why + ".")));
    }

    private static SnapshotStatusError creationFailed(String why) {
        return new SnapshotStatusError(
                true,
                "GroupSnapshotContentCreationFailed",
                "failed to create group snapshot content with error " + why);
    }

    private static String onServer(VolumeGroupSnapshot group, String why) {
        return "snapshot controller failed to update " + group.key() + " on API server: " + why;
    }

    private static ObjectNode content(GroupSnapshotState state, VolumeSnapshotClass chosen, List<ClusterAction> events)
            throws SnapshotException {
        VolumeGroupSnapshot group = state.group();
        String name = ContentName.taken(group);
        List<PersistentVolume> volumes;
        SecretReference secret;
        try {
            volumes = GroupSourceVolumes.volumes(state);
            secret = SnapshotClassSecret.ofGroup(
                    chosen, name, group.meta().namespace(), group.meta().name());
        } catch (SnapshotException e) {
            throw new SnapshotException("failed to get input parameters to create group snapshot "
                    + group.meta().name() + ": " + GoQuote.of(e.text()));
        }
        ObjectNode content = Json.object();
        ObjectNode meta = content.putObject("metadata").put("name", name);
        meta.putArray("finalizers").add(SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION);
        if (secret != null) {
            meta.putObject("annotations")
                    .put(SnapshotMetadataKeys.GROUP_DELETION_SECRET_NAME, secret.name())
                    .put(SnapshotMetadataKeys.GROUP_DELETION_SECRET_NAMESPACE, secret.namespace());
        }
        ManagingNode.node(state.nodes(), volumes)
                .ifPresent(node -> meta.putObject("labels").put(SnapshotMetadataKeys.MANAGED_BY, node));
        ObjectNode spec = content.putObject("spec");
        group.reference().writeTo(spec.putObject("volumeGroupSnapshotRef"));
        var handles = spec.putObject("source").putArray("volumeHandles");
        for (PersistentVolume volume : volumes) {
            handles.add(handle(volume, group, chosen, events));
        }
        spec.put("volumeGroupSnapshotClassName", chosen.meta().name());
        spec.put("deletionPolicy", chosen.deletionPolicy());
        spec.put("driver", chosen.driver());
        return content;
    }

    private static String handle(
            PersistentVolume volume, VolumeGroupSnapshot group, VolumeSnapshotClass chosen, List<ClusterAction> events)
            throws SnapshotException {
        PersistentVolume.CsiSource csi = volume.csi();
        String name = volume.meta().name();
        if (csi == null) {
            events.add(ClusterAction.RecordEvent.warning(
                    group.reference(), FAILED, "Cannot snapshot a non-CSI volume: " + name));
            throw new SnapshotException(
                    "cannot snapshot a non-CSI volume for group snapshot " + group.key() + ": " + name);
        }
        if (!csi.driver().equals(chosen.driver())) {
            String text = "Volume CSI driver (" + csi.driver() + ") mismatch with VolumeGroupSnapshotClass ("
                    + chosen.driver() + ") " + group.key() + ": " + name;
            events.add(ClusterAction.RecordEvent.warning(group.reference(), FAILED, text));
            throw new SnapshotException(onServer(group, text));
        }
        return csi.handle();
    }
}
