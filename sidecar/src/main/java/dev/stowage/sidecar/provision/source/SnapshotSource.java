package dev.stowage.sidecar.provision.source;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Sources;
import dev.stowage.sidecar.provision.seam.State;

/// A claim that is filled from a snapshot. Snapshots are read when they are needed: they are many, and few are
/// restored.
final class SnapshotSource implements Sources.Source {
    private final NamespacedName key;
    private final Handle handle;
    private final KubeClient api;
    private final SnapshotProtection protection;
    private final boolean preventModeConversion;

    SnapshotSource(NamespacedName key, KubeClient api, SnapshotProtection protection, boolean preventModeConversion) {
        this.key = key;
        this.handle = new Handle(Named.SNAPSHOT, key.name());
        this.api = api;
        this.protection = protection;
        this.preventModeConversion = preventModeConversion;
    }

    @Override
    public VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass) throws Refusal, InterruptedException {
        VolumeSnapshot snapshot = snapshot();
        handle.refuse(SnapshotRules.problem(snapshot));
        VolumeSnapshotContent content = content(snapshot);
        handle.refuse(SnapshotRules.problem(claim, storageClass, snapshot, content, preventModeConversion));
        try {
            protection.add(snapshot);
        } catch (ApiFailure e) {
            throw new Refusal(State.NO_CHANGE, "cannot protect snapshot " + key + ": " + e.getMessage(), e);
        }
        return VolumeContentSource.newBuilder()
                .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder()
                        .setSnapshotId(
                                content.status() == null ? "" : content.status().handle()))
                .build();
    }

    private VolumeSnapshot snapshot() throws Refusal, InterruptedException {
        try {
            return api.find(Kinds.SNAPSHOTS, key.namespace(), key.name())
                    .orElseThrow(() -> handle.unusable("error getting snapshot " + key.name()
                            + " from api server: volumesnapshots.snapshot.storage.k8s.io \"" + key.name()
                            + "\" not found"));
        } catch (ApiFailure e) {
            throw handle.unusable("error getting snapshot " + key.name() + " from api server: " + e.getMessage());
        }
    }

    private VolumeSnapshotContent content(VolumeSnapshot snapshot) throws Refusal, InterruptedException {
        String problem = "error getting snapshotcontent " + snapshot.boundContent() + " for snapshot " + key.name();
        try {
            return api.find(Kinds.SNAPSHOT_CONTENTS, "", snapshot.boundContent())
                    .orElseThrow(() -> handle.unusable(problem));
        } catch (ApiFailure e) {
            throw handle.unusable(problem + ": " + e.getMessage());
        }
    }

    @Override
    public void done(PersistentVolumeClaim claim) throws InterruptedException {
        protection.release(key, claim);
    }
}
