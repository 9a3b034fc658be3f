package dev.stowage.sidecar.attach;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets go of volumes that are being deleted, when nothing of them is attached any more.
final class VolumeRelease implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(VolumeRelease.class);

    private final Informer<PersistentVolume> volumes;
    private final Index<VolumeAttachment> byVolume;
    private final Abilities abilities;

    VolumeRelease(Informer<PersistentVolume> volumes, Index<VolumeAttachment> byVolume, Abilities abilities) {
        this.volumes = volumes;
        this.byVolume = byVolume;
        this.abilities = abilities;
    }

    /// Whether the finalizer has no reason to stay but an attachment. A volume from the time before CSI that is not
    /// handed to this driver has gone back to Kubernetes itself.
    static boolean isDue(PersistentVolume volume, Abilities abilities) {
        return volume.meta().hasFinalizer(abilities.finalizer())
                && (volume.isBeingDeleted()
                        || (CsiTranslator.isMigrated(volume)
                                && !volume.meta()
                                        .annotation(CsiTranslator.MIGRATED_TO)
                                        .equals(abilities.driver())));
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        PersistentVolume seen = volumes.find(name).orElse(null);
        if (seen == null || !isDue(seen, abilities) || byVolume.has(name)) {
            return ReconcileResult.done();
        }
        try {
            var _ = volumes.patch(seen, Patch.removeFinalizer(seen, abilities.finalizer()));
            log.debug("Removed the finalizer from volume {}.", name);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return ReconcileResult.done();
            }
            if (e.isConflict() || e.isInvalid()) {
                var now = volumes.fetch(seen.key());
                if (now.isEmpty()
                        || !now.get().meta().resourceVersion().equals(seen.meta().resourceVersion())) {
                    return ReconcileResult.requeueAfter(Duration.ZERO);
                }
            }
            return ReconcileResult.retry("failed to remove the finalizer from the volume: " + e.getMessage());
        }
    }
}
