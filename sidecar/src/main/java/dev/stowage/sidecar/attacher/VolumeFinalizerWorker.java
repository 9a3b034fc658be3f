package dev.stowage.sidecar.attacher;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets go of volumes that are being deleted, when nothing of them is attached any more.
final class VolumeFinalizerWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(VolumeFinalizerWorker.class);

    private final Informer<PersistentVolume> volumes;
    private final Index<VolumeAttachment> byVolume;
    private final AttachCapabilities attachCapabilities;

    VolumeFinalizerWorker(
            Informer<PersistentVolume> volumes,
            Index<VolumeAttachment> byVolume,
            AttachCapabilities attachCapabilities) {
        this.volumes = volumes;
        this.byVolume = byVolume;
        this.attachCapabilities = attachCapabilities;
    }

    /// Whether the finalizer has no reason to stay but an attachment. A volume from the time before CSI that is not
    /// handed to this driver has gone back to Kubernetes itself.
    static boolean isDue(PersistentVolume volume, AttachCapabilities attachCapabilities) {
        return volume.meta().hasFinalizer(attachCapabilities.finalizer())
                && (volume.isBeingDeleted()
                        || (CsiTranslator.isMigrated(volume)
                                && !volume.meta()
                                        .annotation(CsiTranslator.MIGRATED_TO)
                                        .equals(attachCapabilities.driver())));
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        PersistentVolume seen = volumes.find(name).orElse(null);
        if (seen == null || !isDue(seen, attachCapabilities) || byVolume.has(name)) {
            return ReconcileResult.done();
        }
        try {
            var _ = volumes.patch(seen, Patch.removeFinalizer(seen, attachCapabilities.finalizer()));
            log.debug("Removed the finalizer from volume {}.", name);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return ReconcileResult.done();
            }
            if (e.isConflict() || e.isInvalid()) {
                var now = volumes.fetch(seen.key());
                if (now.isEmpty()
                        || !now.get()
                                .meta()
                                .resourceVersion()
                                .equals(seen.meta().resourceVersion())) {
                    return ReconcileResult.requeueAfter(Duration.ZERO);
                }
            }
            return ReconcileResult.retry("failed to remove the finalizer from the volume: " + e.getMessage());
        }
    }
}
