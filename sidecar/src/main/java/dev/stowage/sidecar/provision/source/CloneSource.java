package dev.stowage.sidecar.provision.source;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolume.CsiSource;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Sources;
import dev.stowage.sidecar.provision.seam.State;

/// A claim that is filled from the volume of another.
final class CloneSource implements Sources.Source {
    private final NamespacedName key;
    private final Handle handle;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Finalizers<PersistentVolumeClaim> protection;

    CloneSource(NamespacedName key, Informer<PersistentVolumeClaim> claims, Informer<PersistentVolume> volumes, Finalizers<PersistentVolumeClaim> protection) {
        this.key = key;
        this.handle = new Handle(Named.CLAIM, key.name());
        this.claims = claims;
        this.volumes = volumes;
        this.protection = protection;
    }

    @Override
    public VolumeContentSource content(PersistentVolumeClaim claim, StorageClass storageClass) throws Refusal, InterruptedException {
        PersistentVolumeClaim source = claims.find(key)
                .orElseThrow(
                        () -> handle.unusable("error getting PVC " + key.name() + " (namespace \"" + key.namespace()
                                + "\") from api server: persistentvolumeclaim \"" + key.name() + "\" not found"));
        handle.refuse(CloneRules.problem(claim, source));
        PersistentVolume volume = volumes.find(source.volumeName()).orElseThrow(() -> handle.unusable(CloneRules.INVALID));
        handle.refuse(CloneRules.problem(claim, storageClass, source, volume));
        CsiSource csi = volume.csi();
        if (csi == null) {
            throw handle.unusable(CloneRules.INVALID);
        }
        try {
            protection.add(source);
        } catch (ApiFailure e) {
            throw new Refusal(State.NO_CHANGE, "cannot protect claim " + key + ": " + e.getMessage(), e);
        }
        return VolumeContentSource.newBuilder()
                .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(csi.handle()))
                .build();
    }

    /// The protection stays until the source is to be deleted: a claim that is cloned once is often cloned again.
    @Override
    public void done(PersistentVolumeClaim claim) {
        // See CloneProtection.
    }
}
