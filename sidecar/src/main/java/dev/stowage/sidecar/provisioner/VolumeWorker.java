package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ClaimOwnership;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningListener;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reconciles one PersistentVolume: its finalizer, and its deletion after release.
final class VolumeWorker {
    private static final Logger log = LoggerFactory.getLogger(VolumeWorker.class);
    private static final int FINALIZER_TRIES = 5;

    /// How far a deletion has progressed. The informer may show the object a little longer; the driver is not called
    /// a second time for that.
    private enum DeletionPhase {
        VOLUME_GONE,
        OBJECT_GONE
    }

    private final Set<String> names;
    private final Informer<PersistentVolume> volumes;
    private final VolumeDeletion deletion;
    private final ClaimOwnership ownership;
    private final ProvisioningListener listener;
    private final ProvisioningReporter reporter;
    private final Map<String, DeletionPhase> steps = new ConcurrentHashMap<>();

    VolumeWorker(
            ProvisioningSettings settings,
            Informer<PersistentVolume> volumes,
            VolumeDeletion deletion,
            ClaimOwnership ownership,
            ProvisioningListener listener,
            ProvisioningReporter reporter) {
        this.names = settings.provisionerNames();
        this.volumes = volumes;
        this.deletion = deletion;
        this.ownership = ownership;
        this.listener = listener;
        this.reporter = reporter;
    }

    ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<PersistentVolume> found = volumes.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        PersistentVolume volume = found.get();
        VolumeDecision decision = VolumeDecision.of(volume, names);
        if (decision == VolumeDecision.NOTHING
                || steps.get(volume.meta().uid()) == DeletionPhase.OBJECT_GONE
                || !ownership.owns(volume)) {
            return ReconcileResult.done();
        }
        return switch (decision) {
            case NOTHING -> ReconcileResult.done();
            case ADD_FINALIZER -> edit(volume, Patch.addFinalizer(volume, StorageFinalizers.EXTERNAL_PROVISIONER));
            case REMOVE_FINALIZER ->
                edit(volume, Patch.removeFinalizer(volume, StorageFinalizers.EXTERNAL_PROVISIONER));
            case DELETE -> delete(volume);
        };
    }

    /// The object is deleted; there is nothing left to remember.
    void volumeDeleted(PersistentVolume volume) {
        steps.remove(volume.meta().uid());
    }

    private ReconcileResult edit(PersistentVolume volume, Patch patch) throws InterruptedException {
        try {
            volumes.patch(volume, patch);
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return ReconcileResult.done();
            }
            refresh(volume);
            return ReconcileResult.retry(
                    "failed to modify finalizers on volume " + volume.key() + ": " + e.getMessage());
        }
    }

    private void refresh(PersistentVolume volume) throws InterruptedException {
        try {
            volumes.fetch(volume.key());
        } catch (ApiFailure e) {
            log.debug("Cannot read volume {} again: {}", volume.key(), e.getMessage());
        }
    }

    private ReconcileResult delete(PersistentVolume volume) throws InterruptedException {
        long begun = System.nanoTime();
        if (steps.get(volume.meta().uid()) != DeletionPhase.VOLUME_GONE) {
            try {
                if (!deletion.delete(volume)) {
                    return ReconcileResult.done();
                }
            } catch (ProvisioningException e) {
                return failed(volume, String.valueOf(e.getMessage()));
            } catch (StatusRuntimeException e) {
                return failed(volume, RpcErrorText.of(e));
            } catch (ApiFailure e) {
                return ReconcileResult.retry(
                        "cannot read the PersistentVolume before its volume is deleted: " + e.getMessage());
            }
            steps.put(volume.meta().uid(), DeletionPhase.VOLUME_GONE);
            listener.deleted(volume.nodeTerms());
        }
        try {
            deleteObject(volume);
        } catch (ApiFailure e) {
            reporter.objectDeleteFailed(volume);
            return ReconcileResult.retry("failed to delete persistentvolume " + volume.key() + ": " + e.getMessage());
        }
        steps.put(volume.meta().uid(), DeletionPhase.OBJECT_GONE);
        if (volumes.find(volume.key())
                .filter(now -> now.meta().uid().equals(volume.meta().uid()))
                .isEmpty()) {
            volumeDeleted(volume);
        }
        reporter.deleted(volume, begun);
        log.info("Deleted volume {}.", volume.key());
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolume volume, String why) {
        reporter.deleteFailed(volume, why);
        return ReconcileResult.retry(why);
    }

    /// Requests the deletion, then removes our finalizer.
    private void deleteObject(PersistentVolume volume) throws ApiFailure, InterruptedException {
        if (!volume.isBeingDeleted() && !volumes.delete(volume)) {
            return;
        }
        PersistentVolume seen = volume;
        for (int attempt = 1; seen.meta().hasFinalizer(StorageFinalizers.EXTERNAL_PROVISIONER); attempt++) {
            try {
                volumes.patch(seen, Patch.removeFinalizer(seen, StorageFinalizers.EXTERNAL_PROVISIONER));
                return;
            } catch (ApiFailure e) {
                if (e.isNotFound()) {
                    return;
                }
                if (!(e.isConflict() || e.isInvalid()) || attempt == FINALIZER_TRIES) {
                    throw e;
                }
            }
            // Other controllers may be removing their finalizers at the same time.
            Optional<PersistentVolume> now = volumes.fetch(volume.key());
            if (now.isEmpty() || !now.get().meta().uid().equals(volume.meta().uid())) {
                return;
            }
            seen = now.get();
        }
    }
}
