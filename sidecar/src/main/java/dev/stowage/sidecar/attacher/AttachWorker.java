package dev.stowage.sidecar.attacher;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out the decisions about attachments. The order of writes matters: volume finalizer, attachment
/// finalizer, driver call, status; and back: driver call, attachment finalizer, status.
final class AttachWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(AttachWorker.class);

    private final Informer<VolumeAttachment> attachments;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiNode> nodes;
    private final AttachCapabilities capabilities;
    private final PublishCalls driver;
    private final AttachmentFinalizer attachmentFinalizer;
    private final boolean withCodes;
    private final InstantSource clock;
    private final Set<String> forced = ConcurrentHashMap.newKeySet();

    AttachWorker(
            Informer<VolumeAttachment> attachments,
            Informer<PersistentVolume> volumes,
            Informer<CsiNode> nodes,
            AttachCapabilities capabilities,
            PublishCalls driver,
            boolean withCodes,
            InstantSource clock) {
        this.attachments = attachments;
        this.volumes = volumes;
        this.nodes = nodes;
        this.capabilities = capabilities;
        this.driver = driver;
        this.attachmentFinalizer = new AttachmentFinalizer(attachments, capabilities.finalizer());
        this.withCodes = withCodes;
        this.clock = clock;
    }

    /// The next reconciliation of the attachment calls the driver regardless of the status.
    void force(String attachment) {
        forced.add(attachment);
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        VolumeAttachment seen = attachments.find(name).orElse(null);
        if (seen == null || !seen.attacher().equals(capabilities.driver())) {
            forced.remove(name);
            return ReconcileResult.done();
        }
        return work(name, seen);
    }

    private ReconcileResult work(String name, VolumeAttachment seen) throws ApiFailure, InterruptedException {
        var attachState = new AttachDecision.AttachState(
                seen, volumes.find(seen.volumeName()), nodes.find(seen.nodeName()), forced.contains(name));
        AttachDecision decision = AttachDecision.decide(attachState, capabilities);
        ReconcileResult outcome = switch (decision) {
            case AttachDecision.Nothing() -> ReconcileResult.done();
            case AttachDecision.Attach attach -> attach(seen, attach);
            case AttachDecision.Detach detach -> detach(seen, detach);
            case AttachDecision.Refuse(String why, Optional<PersistentVolume> protect) -> refuse(seen, why, protect);
        };
        // A run with nothing to do was not forced; a force that was requested meanwhile is for the next run.
        if (outcome instanceof ReconcileResult.Done && !(decision instanceof AttachDecision.Nothing)) {
            forced.remove(name);
        }
        return outcome;
    }

    private ReconcileResult attach(VolumeAttachment seen, AttachDecision.Attach attach)
            throws ApiFailure, InterruptedException {
        VolumeAttachment marked = seen;
        Map<String, String> metadata;
        try {
            protect(attach.protect());
            var request = driver.request(attach);
            marked = mark(seen, attach.nodeId());
            metadata = driver.publish(request, attach.attachmentVolume().migrated());
        } catch (PublishCalls.PublishException e) {
            return attachFailed(marked, e.failure());
        } catch (Stale e) {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        Optional<Patch> patch = AttachmentStatusPatches.attached(marked, metadata);
        if (patch.isPresent()) {
            var _ = attachments.patch(marked, patch.get());
        }
        log.debug(
                "Attached volume {} to node {} ({}).",
                attach.attachmentVolume().csi().handle(),
                seen.nodeName(),
                seen.key());
        return ReconcileResult.done();
    }

    private ReconcileResult detach(VolumeAttachment seen, AttachDecision.Detach detach)
            throws ApiFailure, InterruptedException {
        if (isReplaced(seen)) {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        try {
            driver.unpublish(detach);
        } catch (PublishCalls.PublishException e) {
            return detachFailed(seen, e.failure());
        }
        // The finalizer is removed before the status: with it, a status "not attached" means uncertain.
        Optional<VolumeAttachment> left = attachmentFinalizer.remove(seen);
        if (left.isPresent()) {
            reportDetached(left.get());
        }
        log.debug(
                "Detached volume {} from node {} ({}).",
                detach.attachmentVolume().csi().handle(),
                seen.nodeName(),
                seen.key());
        return ReconcileResult.done();
    }

    /// Names of attachments are hashes of volume and node. If the cache is stale, there may be a new
    /// attachment of the same name, and a pod that uses the volume. One that is deleted is detached all the
    /// same.
    private boolean isReplaced(VolumeAttachment seen) throws ApiFailure, InterruptedException {
        return attachments
                .fetch(seen.key())
                .filter(now -> !now.meta().uid().equals(seen.meta().uid()))
                .isPresent();
    }

    private void reportDetached(VolumeAttachment left) throws ApiFailure, InterruptedException {
        Optional<Patch> patch = AttachmentStatusPatches.detached(left);
        try {
            if (patch.isPresent()) {
                var _ = attachments.patch(left, patch.get());
            }
        } catch (ApiFailure e) {
            // The server deletes it with the last finalizer.
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    private ReconcileResult refuse(VolumeAttachment seen, String why, Optional<PersistentVolume> protect)
            throws InterruptedException {
        if (seen.isBeingDeleted()) {
            return detachFailed(seen, AttachFailure.of(why));
        }
        try {
            protect(protect);
        } catch (PublishCalls.PublishException e) {
            return attachFailed(seen, e.failure());
        } catch (Stale e) {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        return attachFailed(seen, AttachFailure.of(why));
    }

    /// The object has changed since the decision. It has been read again; the caller decides again.
    private static final class Stale extends Exception {
        private static final long serialVersionUID = 1;
    }

    private void protect(Optional<PersistentVolume> volume)
            throws PublishCalls.PublishException, Stale, InterruptedException {
        if (volume.isEmpty()) {
            return;
        }
        try {
            var _ = volumes.patch(volume.get(), Patch.addFinalizer(volume.get(), capabilities.finalizer()));
        } catch (ApiFailure e) {
            refresh(volumes, volume.get(), e);
            throw new PublishCalls.PublishException(
                    AttachFailure.of(
                            "cannot protect volume " + volume.get().key() + " with a finalizer: " + e.getMessage()),
                    e);
        }
    }

    private VolumeAttachment mark(VolumeAttachment seen, String nodeId)
            throws PublishCalls.PublishException, Stale, InterruptedException {
        try {
            return attachmentFinalizer.add(seen, nodeId);
        } catch (ApiFailure e) {
            refresh(attachments, seen, e);
            throw new PublishCalls.PublishException(
                    AttachFailure.of("cannot add the finalizer to the attachment: " + e.getMessage()), e);
        }
    }

    private static <T extends KubeObject> void refresh(Informer<T> informer, T seen, ApiFailure why)
            throws Stale, InterruptedException {
        if (!(why.isConflict() || why.isInvalid())) {
            return;
        }
        try {
            Optional<T> now = informer.fetch(seen.key());
            if (now.isEmpty()
                    || !now.get().meta().resourceVersion().equals(seen.meta().resourceVersion())) {
                throw new Stale();
            }
        } catch (ApiFailure e) {
            log.debug("Cannot read {} {} again: {}", informer.kind().name(), seen.key(), e.getMessage());
        }
    }

    private ReconcileResult attachFailed(VolumeAttachment seen, AttachFailure failure) throws InterruptedException {
        save(seen, AttachmentStatusPatches.attachError(seen, failure, withCodes, clock.instant()));
        return ReconcileResult.retry("failed to attach to node " + seen.nodeName() + ": " + failure.message());
    }

    private ReconcileResult detachFailed(VolumeAttachment seen, AttachFailure failure) throws InterruptedException {
        save(seen, AttachmentStatusPatches.detachError(failure, clock.instant()));
        return ReconcileResult.retry("failed to detach from node " + seen.nodeName() + ": " + failure.message());
    }

    private void save(VolumeAttachment seen, Patch patch) throws InterruptedException {
        try {
            var _ = attachments.patch(seen, patch);
        } catch (ApiFailure e) {
            log.info("Cannot write the error into attachment {}: {}", seen.key(), e.getMessage());
        }
    }
}
