package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Requests a snapshot: protects the claim while the snapshot is taken, and creates the content that
/// csi-snapshotter waits for.
final class ContentCreation {

    private ContentCreation() {}

    static SnapshotActions of(SnapshotState state, VolumeSnapshotClass chosen) {
        VolumeSnapshot snapshot = state.snapshot();
        List<ClusterAction> others = new ArrayList<>();
        try {
            protect(state, others);
            others.add(new ClusterAction.Create<>(Kinds.SNAPSHOT_CONTENTS, "", content(state, chosen)));
        } catch (SnapshotException e) {
            SnapshotActions snapshotActions = creationFailed(e.text()).on(snapshot, state.now());
            return new SnapshotActions(others, snapshotActions.own(), snapshotActions.waiting());
        }
        others.add(ClusterAction.RecordEvent.normal(
                snapshot.reference(),
                "CreatingSnapshot",
                "Waiting for a snapshot " + snapshot.key() + " to be created by the CSI driver."));
        return new SnapshotActions(others, SnapshotStatusUpdate.fresh(snapshot, ContentName.taken(snapshot)), "");
    }

    /// The server rejected the content.
    static SnapshotActions refused(VolumeSnapshot snapshot, String why, Instant now) {
        SnapshotActions snapshotActions = creationFailed(
                        "snapshot controller failed to update " + snapshot.key() + " on API server: " + why)
                .on(snapshot, now);
        return snapshotActions.with(List.of(ClusterAction.RecordEvent.warning(
                snapshot.reference(),
                "CreateSnapshotContentFailed",
                "Error creating volume snapshot content object for snapshot " + snapshot.key() + ": " + why + ".")));
    }

    /// The server rejected the finalizer on the claim.
    static SnapshotActions unprotected(VolumeSnapshot snapshot, KubeObject claim, String why, Instant now) {
        return creationFailed(
                        "snapshot controller failed to update " + claim.meta().name() + " on API server: " + why)
                .on(snapshot, now);
    }

    private static SnapshotStatusError creationFailed(String why) {
        return new SnapshotStatusError(
                true, "SnapshotContentCreationFailed", "Failed to create snapshot content with error " + why);
    }

    private static void protect(SnapshotState state, List<ClusterAction> others) throws SnapshotException {
        PersistentVolumeClaim claim = state.claim();
        if (claim == null) {
            throw new SnapshotException("snapshot controller failed to update "
                    + state.snapshot().meta().name() + " on API server: cannot get claim from snapshot");
        }
        if (claim.meta().hasFinalizer(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)) {
            return;
        }
        if (claim.isBeingDeleted()) {
            throw new SnapshotException(
                    "snapshot controller failed to update " + claim.meta().name()
                            + " on API server: cannot add finalizer on claim because it is being deleted");
        }
        others.add(new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, claim, Patch.addFinalizer(claim, SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)));
    }

    private static ObjectNode content(SnapshotState state, VolumeSnapshotClass chosen) throws SnapshotException {
        VolumeSnapshot snapshot = state.snapshot();
        String name = ContentName.taken(snapshot);
        PersistentVolume volume;
        SecretReference secret;
        try {
            volume = volume(state);
            secret = SnapshotClassSecret.ofSnapshot(
                    chosen, name, snapshot.meta().namespace(), snapshot.meta().name());
        } catch (SnapshotException e) {
            throw new SnapshotException("failed to get input parameters to create snapshot "
                    + snapshot.meta().name() + ": " + GoQuote.of(e.text()));
        }
        PersistentVolume.CsiSource csi = volume.csi();
        if (csi == null) {
            throw new SnapshotException("cannot find CSI PersistentVolumeSource for volume "
                    + volume.meta().name());
        }
        ObjectNode content = Json.object();
        ObjectNode meta = content.putObject("metadata").put("name", name);
        // Created with the object, so it is never without protection.
        meta.putArray("finalizers").add(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        if (secret != null) {
            meta.putObject("annotations")
                    .put(SnapshotMetadataKeys.DELETION_SECRET_NAME, secret.name())
                    .put(SnapshotMetadataKeys.DELETION_SECRET_NAMESPACE, secret.namespace());
        }
        ManagingNode.node(state.nodes(), List.of(volume))
                .ifPresent(node -> meta.putObject("labels").put(SnapshotMetadataKeys.MANAGED_BY, node));
        ObjectNode spec = content.putObject("spec");
        snapshot.reference().writeTo(spec.putObject("volumeSnapshotRef"));
        spec.putObject("source").put("volumeHandle", csi.handle());
        spec.put("volumeSnapshotClassName", chosen.meta().name());
        spec.put("deletionPolicy", chosen.deletionPolicy());
        spec.put("driver", chosen.driver());
        if (state.keepMode()) {
            spec.put("sourceVolumeMode", volume.volumeMode());
        }
        return content;
    }

    /// The driver of the volume to snapshot.
    static String driver(SnapshotState state) throws SnapshotException {
        PersistentVolume.CsiSource csi = volume(state).csi();
        if (csi == null) {
            throw new SnapshotException("snapshotting non-CSI volumes is not supported, snapshot:"
                    + state.snapshot().key());
        }
        return csi.driver();
    }

    private static PersistentVolume volume(SnapshotState state) throws SnapshotException {
        String name = state.snapshot().claimName();
        @Nullable PersistentVolumeClaim claim = state.claim();
        if (name.isEmpty()) {
            throw new SnapshotException("the snapshot source PVC name is not specified");
        }
        if (claim == null) {
            throw new SnapshotException("failed to retrieve PVC " + name + " from the lister: "
                    + GoQuote.of("persistentvolumeclaim \"" + name + "\" not found"));
        }
        return SourceVolume.behind(claim, state.volume(), "snapshot");
    }
}
