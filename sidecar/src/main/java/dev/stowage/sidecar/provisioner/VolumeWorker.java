package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at one volume object and carries out what has to be done about it.
final class VolumeWorker {
    private static final Logger log = LoggerFactory.getLogger(VolumeWorker.class);
    private static final int FINALIZER_TRIES = 5;

    /// How far a deletion is. The mirror may show the object some time longer; the driver is not asked twice
    /// for that.
    private enum Step {
        VOLUME_GONE,
        OBJECT_GONE
    }

    private final ProvisioningContext context;
    private final Informer<PersistentVolume> volumes;
    private final @Nullable Index<VolumeAttachment> attachments;
    private final DeleteVolumeSecrets secrets;
    private final Map<String, Step> steps = new ConcurrentHashMap<>();

    /// @param attachments by the volume's name; null when the driver attaches nothing
    VolumeWorker(ProvisioningContext context, @Nullable Index<VolumeAttachment> attachments) {
        this.context = context;
        this.volumes = context.volumes();
        this.attachments = attachments;
        this.secrets = new DeleteVolumeSecrets(context);
    }

    ReconcileResult work(NamespacedName key) throws InterruptedException {
        Optional<PersistentVolume> found = volumes.find(key);
        if (found.isEmpty()) {
            return ReconcileResult.done();
        }
        PersistentVolume volume = found.get();
        VolumeDecision decision = VolumeDecision.of(volume, context.names());
        if (decision == VolumeDecision.NOTHING
                || steps.get(volume.meta().uid()) == Step.OBJECT_GONE
                || !context.extensions().ownership().owns(volume)) {
            return ReconcileResult.done();
        }
        return switch (decision) {
            case NOTHING -> ReconcileResult.done();
            case ADD_FINALIZER -> edit(volume, Patch.addFinalizer(volume, ProvisionerAnnotations.VOLUME_FINALIZER));
            case REMOVE_FINALIZER ->
                edit(volume, Patch.removeFinalizer(volume, ProvisionerAnnotations.VOLUME_FINALIZER));
            case DELETE -> delete(volume);
        };
    }

    /// The object is gone; nothing is left to remember.
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
            log.debug("Volume {} is not read again: {}", volume.key(), e.getMessage());
        }
    }

    private ReconcileResult delete(PersistentVolume volume) throws InterruptedException {
        long begun = System.nanoTime();
        if (steps.get(volume.meta().uid()) != Step.VOLUME_GONE) {
            try {
                deleteVolume(volume);
            } catch (ProvisioningException e) {
                return failed(volume, String.valueOf(e.getMessage()));
            } catch (StatusRuntimeException e) {
                return failed(volume, RpcErrorText.of(e));
            }
            steps.put(volume.meta().uid(), Step.VOLUME_GONE);
            context.extensions().listener().deleted(volume.nodeTerms());
        }
        try {
            deleteObject(volume);
        } catch (ApiFailure e) {
            context.metrics().deleteFailed(volume);
            return ReconcileResult.retry("failed to delete persistentvolume " + volume.key() + ": " + e.getMessage());
        }
        steps.put(volume.meta().uid(), Step.OBJECT_GONE);
        if (volumes.find(volume.key())
                .filter(now -> now.meta().uid().equals(volume.meta().uid()))
                .isEmpty()) {
            volumeDeleted(volume);
        }
        context.metrics().deleted(volume, begun);
        log.info("Volume {} is deleted.", volume.key());
        return ReconcileResult.done();
    }

    private void deleteVolume(PersistentVolume volume) throws ProvisioningException, InterruptedException {
        PersistentVolume.CsiSource csi = InTreeTranslation.toCsi(volume).csi();
        if (csi == null) {
            throw new ProvisioningException(ProvisioningState.NO_CHANGE, "invalid CSI PV");
        }
        context.volumeCalls().checkCapabilities(false);
        List<VolumeAttachment> attached =
                attachments == null ? List.of() : attachments.get(volume.meta().name());
        if (!attached.isEmpty()) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE,
                    "persistentvolume " + volume.meta().name() + " is still attached to node "
                            + attached.getFirst().nodeName());
        }
        context.volumeCalls().delete(csi.handle(), secrets.of(volume), CsiTranslator.isMigrated(volume));
    }

    private ReconcileResult failed(PersistentVolume volume, String why) {
        context.metrics().deleteFailed(volume);
        context.events().warning(volume.reference(), "VolumeFailedDelete", why);
        return ReconcileResult.retry(why);
    }

    /// Asks for the deletion, then lets go.
    private void deleteObject(PersistentVolume volume) throws ApiFailure, InterruptedException {
        if (!volume.isBeingDeleted() && !volumes.delete(volume)) {
            return;
        }
        PersistentVolume seen = volume;
        for (int attempt = 1; seen.meta().hasFinalizer(ProvisionerAnnotations.VOLUME_FINALIZER); attempt++) {
            try {
                volumes.patch(seen, Patch.removeFinalizer(seen, ProvisionerAnnotations.VOLUME_FINALIZER));
                return;
            } catch (ApiFailure e) {
                if (e.isNotFound()) {
                    return;
                }
                if (!(e.isConflict() || e.isInvalid()) || attempt == FINALIZER_TRIES) {
                    throw e;
                }
            }
            // Others take their finalizers off at the same moment.
            Optional<PersistentVolume> now = volumes.fetch(volume.key());
            if (now.isEmpty() || !now.get().meta().uid().equals(volume.meta().uid())) {
                return;
            }
            seen = now.get();
        }
    }
}
