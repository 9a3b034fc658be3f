package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;

/// A snapshot as data source. Snapshots are read when needed: there are many, and few are restored.
final class SnapshotSource implements DataSources.ContentSource {
    private final NamespacedName key;
    private final DataSourceFailure dataSourceFailure;
    private final KubeClient api;
    private final SnapshotSourceProtection protection;
    private final boolean preventModeConversion;

    SnapshotSource(
            NamespacedName key, KubeClient api, SnapshotSourceProtection protection, boolean preventModeConversion) {
        this.key = key;
        this.dataSourceFailure = new DataSourceFailure(DataSourceReference.SNAPSHOT, key.name());
        this.api = api;
        this.protection = protection;
        this.preventModeConversion = preventModeConversion;
    }

    @Override
    public VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass)
            throws ProvisioningException, InterruptedException {
        VolumeSnapshot snapshot = snapshot();
        dataSourceFailure.refuse(SnapshotValidation.problem(snapshot));
        VolumeSnapshotContent content = content(snapshot);
        dataSourceFailure.refuse(
                SnapshotValidation.problem(claim, storageClass, snapshot, content, preventModeConversion));
        try {
            protection.add(snapshot);
        } catch (ApiFailure e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "cannot protect snapshot " + key + ": " + e.getMessage(), e);
        }
        return VolumeContentSource.newBuilder()
                .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder()
                        .setSnapshotId(
                                content.status() == null ? "" : content.status().handle()))
                .build();
    }

    private VolumeSnapshot snapshot() throws ProvisioningException, InterruptedException {
        try {
            return api.find(Kinds.SNAPSHOTS, key.namespace(), key.name())
                    .orElseThrow(() -> dataSourceFailure.unusable("error getting snapshot " + key.name()
                            + " from api server: volumesnapshots.snapshot.storage.k8s.io \"" + key.name()
                            + "\" not found"));
        } catch (ApiFailure e) {
            throw dataSourceFailure.unusable(
                    "error getting snapshot " + key.name() + " from api server: " + e.getMessage());
        }
    }

    private VolumeSnapshotContent content(VolumeSnapshot snapshot) throws ProvisioningException, InterruptedException {
        String problem = "error getting snapshotcontent " + snapshot.boundContent() + " for snapshot " + key.name();
        try {
            return api.find(Kinds.SNAPSHOT_CONTENTS, "", snapshot.boundContent())
                    .orElseThrow(() -> dataSourceFailure.unusable(problem));
        } catch (ApiFailure e) {
            throw dataSourceFailure.unusable(problem + ": " + e.getMessage());
        }
    }

    @Override
    public void release(PersistentVolumeClaim claim) throws InterruptedException {
        protection.release(key, claim);
    }
}
