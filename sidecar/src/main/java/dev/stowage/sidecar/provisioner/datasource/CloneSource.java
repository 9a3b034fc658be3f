package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;

/// Another claim's volume as data source.
final class CloneSource implements DataSources.ContentSource {
    private final NamespacedName key;
    private final DataSourceFailure dataSourceFailure;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final SourceFinalizer<PersistentVolumeClaim> protection;

    CloneSource(
            NamespacedName key,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            SourceFinalizer<PersistentVolumeClaim> protection) {
        this.key = key;
        this.dataSourceFailure = new DataSourceFailure(DataSourceReference.CLAIM, key.name());
        this.claims = claims;
        this.volumes = volumes;
        this.protection = protection;
    }

    @Override
    public VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass)
            throws ProvisioningException, InterruptedException {
        PersistentVolumeClaim source = claims.find(key)
                .orElseThrow(() -> dataSourceFailure.unusable(
                        "error getting PVC " + key.name() + " (namespace \"" + key.namespace()
                                + "\") from api server: persistentvolumeclaim \"" + key.name() + "\" not found"));
        dataSourceFailure.refuse(CloneValidation.problem(claim, source));
        PersistentVolume volume = volumes.find(source.volumeName())
                .orElseThrow(() -> dataSourceFailure.unusable(CloneValidation.INVALID));
        dataSourceFailure.refuse(CloneValidation.problem(claim, storageClass, source, volume));
        CsiSource csi = volume.csi();
        if (csi == null) {
            throw dataSourceFailure.unusable(CloneValidation.INVALID);
        }
        try {
            protection.add(source);
        } catch (ApiFailure e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "cannot protect claim " + key + ": " + e.getMessage(), e);
        }
        return VolumeContentSource.newBuilder()
                .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(csi.handle()))
                .build();
    }

    /// The protection stays until the source is deleted: a claim that is cloned once is often cloned again.
    @Override
    public void release(PersistentVolumeClaim claim) {
        // See CloningProtectionController.
    }
}
