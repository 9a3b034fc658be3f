package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.k8s.text.GoQuote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Asks for a group snapshot: makes the content that csi-snapshotter waits for.
final class GroupContentMaking {
    private static final String FAILED = "CreateGroupSnapshotContentFailed";

    private GroupContentMaking() {}

    static Verdict of(GroupSight sight, VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = sight.group();
        List<Act> others = new ArrayList<>();
        try {
            others.add(new Act.Create<>(Kinds.GROUP_SNAPSHOT_CONTENTS, "", content(sight, chosen, others)));
        } catch (Obstacle e) {
            Verdict verdict = creationFailed(e.text()).on(group, sight.now());
            // Said once, together with the status.
            return verdict.own().isEmpty() ? verdict : verdict.with(others);
        }
        others.add(Act.Tell.normal(
                group.reference(),
                "CreatingGroupSnapshot",
                "Waiting for a group snapshot " + group.key() + " to be created by the CSI driver."));
        return new Verdict(others, GroupStatusCopy.fresh(group, ContentName.taken(group)), "");
    }

    /// The server did not take the content.
    static Verdict refused(VolumeGroupSnapshot group, String why, Instant now) {
        return creationFailed(onServer(group, why))
                .on(group, now)
                .with(List.of(Act.Tell.warning(
                        group.reference(),
                        FAILED,
                        "Error creating volume group snapshot content object for group snapshot " + group.key() + ": "
                                + why + ".")));
    }

    private static Mistake creationFailed(String why) {
        return new Mistake(
                true,
                "GroupSnapshotContentCreationFailed",
                "failed to create group snapshot content with error " + why);
    }

    private static String onServer(VolumeGroupSnapshot group, String why) {
        return "snapshot controller failed to update " + group.key() + " on API server: " + why;
    }

    private static ObjectNode content(GroupSight sight, VolumeSnapshotClass chosen, List<Act> told) throws Obstacle {
        VolumeGroupSnapshot group = sight.group();
        String name = ContentName.taken(group);
        List<PersistentVolume> volumes;
        SecretReference secret;
        try {
            volumes = GroupSources.volumes(sight);
            secret = ClassSecret.ofGroup(
                    chosen, name, group.meta().namespace(), group.meta().name());
        } catch (Obstacle e) {
            throw new Obstacle("failed to get input parameters to create group snapshot "
                    + group.meta().name() + ": " + GoQuote.of(e.text()));
        }
        ObjectNode content = Json.object();
        ObjectNode meta = content.putObject("metadata").put("name", name);
        meta.putArray("finalizers").add(Marks.GROUP_CONTENT);
        if (secret != null) {
            meta.putObject("annotations")
                    .put(Marks.GROUP_SECRET_NAME, secret.name())
                    .put(Marks.GROUP_SECRET_NAMESPACE, secret.namespace());
        }
        Whose.node(sight.nodes(), volumes)
                .ifPresent(node -> meta.putObject("labels").put(Marks.MANAGED_BY, node));
        ObjectNode spec = content.putObject("spec");
        group.reference().writeTo(spec.putObject("volumeGroupSnapshotRef"));
        var handles = spec.putObject("source").putArray("volumeHandles");
        for (PersistentVolume volume : volumes) {
            handles.add(handle(volume, group, chosen, told));
        }
        spec.put("volumeGroupSnapshotClassName", chosen.meta().name());
        spec.put("deletionPolicy", chosen.deletionPolicy());
        spec.put("driver", chosen.driver());
        return content;
    }

    private static String handle(PersistentVolume volume, VolumeGroupSnapshot group, VolumeSnapshotClass chosen, List<Act> told)
            throws Obstacle {
        PersistentVolume.CsiSource csi = volume.csi();
        String name = volume.meta().name();
        if (csi == null) {
            told.add(Act.Tell.warning(group.reference(), FAILED, "Cannot snapshot a non-CSI volume: " + name));
            throw new Obstacle("cannot snapshot a non-CSI volume for group snapshot " + group.key() + ": " + name);
        }
        if (!csi.driver().equals(chosen.driver())) {
            String text = "Volume CSI driver (" + csi.driver() + ") mismatch with VolumeGroupSnapshotClass ("
                    + chosen.driver() + ") " + group.key() + ": " + name;
            told.add(Act.Tell.warning(group.reference(), FAILED, text));
            throw new Obstacle(onServer(group, text));
        }
        return csi.handle();
    }
}
