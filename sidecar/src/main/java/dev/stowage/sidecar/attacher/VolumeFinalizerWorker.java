package dev.stowage.sidecar.attacher;

import dev.stowage.k8s.names.VolumeAnnotations;
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

/// Removes the finalizer from volumes that are being deleted when they are no longer attached.
final class VolumeFinalizerWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(VolumeFinalizerWorker.class);

    private final Informer<PersistentVolume> volumes;
    private final Index<VolumeAttachment> byVolume;
    private final AttachCapabilities capabilities;

    VolumeFinalizerWorker(
            Informer<PersistentVolume> volumes, Index<VolumeAttachment> byVolume, AttachCapabilities capabilities) {
        this.volumes = volumes;
        this.byVolume = byVolume;
        this.capabilities = capabilities;
    }

    /// Whether only an attachment may keep the finalizer. An in-tree volume that is not migrated to this
    /// driver belongs to Kubernetes again.
    static boolean isDue(PersistentVolume volume, AttachCapabilities capabilities) {
        return volume.meta().hasFinalizer(capabilities.finalizer())
                && (volume.isBeingDeleted()
                        || (CsiTranslator.isMigrated(volume)
                                && !volume.meta()
                                        .annotation(VolumeAnnotations.MIGRATED_TO)
                                        .equals(capabilities.driver())));
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        PersistentVolume seen = volumes.find(name).orElse(null);
        if (seen == null || !isDue(seen, capabilities) || byVolume.has(name)) {
            return ReconcileResult.done();
        }
        try {
            var _ = volumes.patch(seen, Patch.removeFinalizer(seen, capabilities.finalizer()));
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
