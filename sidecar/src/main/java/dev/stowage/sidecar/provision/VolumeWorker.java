package dev.stowage.sidecar.provision;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.migrate.Migration;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
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

    /// How far a deletion is. The mirror may show the object some time longer; the driver is not asked twice for that.
    private enum Step {
        VOLUME_GONE,
        OBJECT_GONE
    }

    private final Workshop shop;
    private final Mirror<Volume> volumes;
    private final @Nullable Index<Attachment> attachments;
    private final DeletionSecrets secrets;
    private final Map<String, Step> steps = new ConcurrentHashMap<>();

    /// @param attachments by the volume's name; null when the driver attaches nothing
    VolumeWorker(Workshop shop, @Nullable Index<Attachment> attachments) {
        this.shop = shop;
        this.volumes = shop.volumes();
        this.attachments = attachments;
        this.secrets = new DeletionSecrets(shop);
    }

    Outcome work(Key key) throws InterruptedException {
        Optional<Volume> found = volumes.find(key);
        if (found.isEmpty()) {
            return Outcome.done();
        }
        Volume volume = found.get();
        VolumeDecision decision = VolumeDecision.of(volume, shop.names());
        if (decision == VolumeDecision.NOTHING
                || steps.get(volume.meta().uid()) == Step.OBJECT_GONE
                || !shop.seams().share().owns(volume)) {
            return Outcome.done();
        }
        return switch (decision) {
            case NOTHING -> Outcome.done();
            case ADD_FINALIZER -> edit(volume, Patch.addFinalizer(volume, Contract.VOLUME_FINALIZER));
            case REMOVE_FINALIZER -> edit(volume, Patch.removeFinalizer(volume, Contract.VOLUME_FINALIZER));
            case DELETE -> delete(volume);
        };
    }

    /// The object is gone; nothing is left to remember.
    void gone(Volume volume) {
        steps.remove(volume.meta().uid());
    }

    private Outcome edit(Volume volume, Patch patch) throws InterruptedException {
        try {
            volumes.patch(volume, patch);
            return Outcome.done();
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Outcome.done();
            }
            refresh(volume);
            return Outcome.retry("failed to modify finalizers on volume " + volume.key() + ": " + e.getMessage());
        }
    }

    private void refresh(Volume volume) throws InterruptedException {
        try {
            volumes.fetch(volume.key());
        } catch (ApiFailure e) {
            log.debug("Volume {} is not read again: {}", volume.key(), e.getMessage());
        }
    }

    private Outcome delete(Volume volume) throws InterruptedException {
        long begun = System.nanoTime();
        if (steps.get(volume.meta().uid()) != Step.VOLUME_GONE) {
            try {
                deleteVolume(volume);
            } catch (Refusal e) {
                return failed(volume, String.valueOf(e.getMessage()));
            } catch (StatusRuntimeException e) {
                return failed(volume, RpcErrorText.of(e));
            }
            steps.put(volume.meta().uid(), Step.VOLUME_GONE);
            shop.seams().changes().deleted(volume.nodeTerms());
        }
        try {
            deleteObject(volume);
        } catch (ApiFailure e) {
            shop.metrics().deleteFailed(volume);
            return Outcome.retry("failed to delete persistentvolume " + volume.key() + ": " + e.getMessage());
        }
        steps.put(volume.meta().uid(), Step.OBJECT_GONE);
        if (volumes.find(volume.key())
                .filter(now -> now.meta().uid().equals(volume.meta().uid()))
                .isEmpty()) {
            gone(volume);
        }
        shop.metrics().deleted(volume, begun);
        log.info("Volume {} is deleted.", volume.key());
        return Outcome.done();
    }

    private void deleteVolume(Volume volume) throws Refusal, InterruptedException {
        Volume.CsiSource csi = Migrated.known(volume).csi();
        if (csi == null) {
            throw new Refusal(State.NO_CHANGE, "invalid CSI PV");
        }
        shop.calls().checkAble(false);
        List<Attachment> attached =
                attachments == null ? List.of() : attachments.get(volume.meta().name());
        if (!attached.isEmpty()) {
            throw new Refusal(
                    State.NO_CHANGE,
                    "persistentvolume " + volume.meta().name() + " is still attached to node "
                            + attached.getFirst().nodeName());
        }
        shop.calls().delete(csi.handle(), secrets.of(volume), Migration.isMigrated(volume));
    }

    private Outcome failed(Volume volume, String why) {
        shop.metrics().deleteFailed(volume);
        shop.events().warning(volume.reference(), "VolumeFailedDelete", why);
        return Outcome.retry(why);
    }

    /// Asks for the deletion, then lets go.
    private void deleteObject(Volume volume) throws ApiFailure, InterruptedException {
        if (!volume.isBeingDeleted() && !volumes.delete(volume)) {
            return;
        }
        Volume seen = volume;
        for (int attempt = 1; seen.meta().hasFinalizer(Contract.VOLUME_FINALIZER); attempt++) {
            try {
                volumes.patch(seen, Patch.removeFinalizer(seen, Contract.VOLUME_FINALIZER));
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
            Optional<Volume> now = volumes.fetch(volume.key());
            if (now.isEmpty() || !now.get().meta().uid().equals(volume.meta().uid())) {
                return;
            }
            seen = now.get();
        }
    }
}
