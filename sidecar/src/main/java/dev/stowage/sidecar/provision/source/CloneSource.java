package dev.stowage.sidecar.provision.source;

import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.object.Volume.CsiSource;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Sources;
import dev.stowage.sidecar.provision.seam.State;

/// A claim that is filled from the volume of another.
final class CloneSource implements Sources.Source {
    private final Key key;
    private final Handle handle;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Finalizers<Claim> protection;

    CloneSource(Key key, Mirror<Claim> claims, Mirror<Volume> volumes, Finalizers<Claim> protection) {
        this.key = key;
        this.handle = new Handle(Named.CLAIM, key.name());
        this.claims = claims;
        this.volumes = volumes;
        this.protection = protection;
    }

    @Override
    public VolumeContentSource content(Claim claim, StorageClass storageClass) throws Refusal, InterruptedException {
        Claim source = claims.find(key)
                .orElseThrow(
                        () -> handle.unusable("error getting PVC " + key.name() + " (namespace \"" + key.namespace()
                                + "\") from api server: persistentvolumeclaim \"" + key.name() + "\" not found"));
        handle.refuse(CloneRules.problem(claim, source));
        Volume volume = volumes.find(source.volumeName()).orElseThrow(() -> handle.unusable(CloneRules.INVALID));
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
    public void done(Claim claim) {
        // See CloneProtection.
    }
}
