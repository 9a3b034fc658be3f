package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.k8s.text.GoQuote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for a snapshot: protects the claim while it is taken, and makes the content that csi-snapshotter waits for.
final class ContentMaking {

    private ContentMaking() {}

    static Verdict of(SnapshotSight sight, VolumeSnapshotClass chosen) {
        VolumeSnapshot snapshot = sight.snapshot();
        List<Act> others = new ArrayList<>();
        try {
            protect(sight, others);
            others.add(new Act.Create<>(Kinds.SNAPSHOT_CONTENTS, "", content(sight, chosen)));
        } catch (Obstacle e) {
            Verdict verdict = creationFailed(e.text()).on(snapshot, sight.now());
            return new Verdict(others, verdict.own(), verdict.waiting());
        }
        others.add(Act.Tell.normal(
                snapshot.reference(),
                "CreatingSnapshot",
                "Waiting for a snapshot " + snapshot.key() + " to be created by the CSI driver."));
        return new Verdict(others, StatusCopy.fresh(snapshot, ContentName.taken(snapshot)), "");
    }

    /// The server did not take the content.
    static Verdict refused(VolumeSnapshot snapshot, String why, Instant now) {
        Verdict verdict = creationFailed(
                        "snapshot controller failed to update " + snapshot.key() + " on API server: " + why)
                .on(snapshot, now);
        return verdict.with(List.of(Act.Tell.warning(
                snapshot.reference(),
                "CreateSnapshotContentFailed",
                "Error creating volume snapshot content object for snapshot " + snapshot.key() + ": " + why + ".")));
    }

    /// The server did not take the finalizer on the claim.
    static Verdict unprotected(VolumeSnapshot snapshot, KubeObject claim, String why, Instant now) {
        return creationFailed(
                        "snapshot controller failed to update " + claim.meta().name() + " on API server: " + why)
                .on(snapshot, now);
    }

    private static Mistake creationFailed(String why) {
        return new Mistake(
                true, "SnapshotContentCreationFailed", "Failed to create snapshot content with error " + why);
    }

    private static void protect(SnapshotSight sight, List<Act> others) throws Obstacle {
        PersistentVolumeClaim claim = sight.claim();
        if (claim == null) {
            throw new Obstacle("snapshot controller failed to update "
                    + sight.snapshot().meta().name() + " on API server: cannot get claim from snapshot");
        }
        if (claim.meta().hasFinalizer(Marks.CLAIM)) {
            return;
        }
        if (claim.isBeingDeleted()) {
            throw new Obstacle(
                    "snapshot controller failed to update " + claim.meta().name()
                            + " on API server: cannot add finalizer on claim because it is being deleted");
        }
        others.add(new Act.Change<>(Kinds.CLAIMS, claim, Patch.addFinalizer(claim, Marks.CLAIM)));
    }

    private static ObjectNode content(SnapshotSight sight, VolumeSnapshotClass chosen) throws Obstacle {
        VolumeSnapshot snapshot = sight.snapshot();
        String name = ContentName.taken(snapshot);
        PersistentVolume volume;
        SecretReference secret;
        try {
            volume = volume(sight);
            secret = ClassSecret.ofSnapshot(
                    chosen, name, snapshot.meta().namespace(), snapshot.meta().name());
        } catch (Obstacle e) {
            throw new Obstacle("failed to get input parameters to create snapshot "
                    + snapshot.meta().name() + ": " + GoQuote.of(e.text()));
        }
        PersistentVolume.CsiSource csi = volume.csi();
        if (csi == null) {
            throw new Obstacle("cannot find CSI PersistentVolumeSource for volume "
                    + volume.meta().name());
        }
        ObjectNode content = Json.object();
        ObjectNode meta = content.putObject("metadata").put("name", name);
        // At once with the object, so that there is no moment in which it could go without its snapshot.
        meta.putArray("finalizers").add(Marks.CONTENT);
        if (secret != null) {
            meta.putObject("annotations")
                    .put(Marks.SECRET_NAME, secret.name())
                    .put(Marks.SECRET_NAMESPACE, secret.namespace());
        }
        Whose.node(sight.nodes(), List.of(volume))
                .ifPresent(node -> meta.putObject("labels").put(Marks.MANAGED_BY, node));
        ObjectNode spec = content.putObject("spec");
        snapshot.reference().writeTo(spec.putObject("volumeSnapshotRef"));
        spec.putObject("source").put("volumeHandle", csi.handle());
        spec.put("volumeSnapshotClassName", chosen.meta().name());
        spec.put("deletionPolicy", chosen.deletionPolicy());
        spec.put("driver", chosen.driver());
        if (sight.keepMode()) {
            spec.put("sourceVolumeMode", volume.volumeMode());
        }
        return content;
    }

    /// The driver of the volume that a snapshot is wanted of.
    static String driver(SnapshotSight sight) throws Obstacle {
        PersistentVolume.CsiSource csi = volume(sight).csi();
        if (csi == null) {
            throw new Obstacle("snapshotting non-CSI volumes is not supported, snapshot:"
                    + sight.snapshot().key());
        }
        return csi.driver();
    }

    private static PersistentVolume volume(SnapshotSight sight) throws Obstacle {
        String name = sight.snapshot().claimName();
        @Nullable PersistentVolumeClaim claim = sight.claim();
        if (name.isEmpty()) {
            throw new Obstacle("the snapshot source PVC name is not specified");
        }
        if (claim == null) {
            throw new Obstacle("failed to retrieve PVC " + name + " from the lister: "
                    + GoQuote.of("persistentvolumeclaim \"" + name + "\" not found"));
        }
        return SourceVolume.behind(claim, sight.volume(), "snapshot");
    }
}
