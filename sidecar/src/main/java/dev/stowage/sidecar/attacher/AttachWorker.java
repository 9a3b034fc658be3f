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

/// Carries out what is decided about attachments. The order of writes matters: protect the volume, mark the
/// attachment,
/// ask the driver, tell the status; and back: ask the driver, remove the mark, tell the status.
final class AttachWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(AttachWorker.class);

    private final Informer<VolumeAttachment> attachments;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiNode> nodes;
    private final AttachCapabilities attachCapabilities;
    private final PublishCalls driver;
    private final AttachmentFinalizer attachmentFinalizer;
    private final boolean withCodes;
    private final InstantSource clock;
    private final Set<String> forced = ConcurrentHashMap.newKeySet();

    AttachWorker(
            Informer<VolumeAttachment> attachments,
            Informer<PersistentVolume> volumes,
            Informer<CsiNode> nodes,
            AttachCapabilities attachCapabilities,
            PublishCalls driver,
            boolean withCodes,
            InstantSource clock) {
        this.attachments = attachments;
        this.volumes = volumes;
        this.nodes = nodes;
        this.attachCapabilities = attachCapabilities;
        this.driver = driver;
        this.attachmentFinalizer = new AttachmentFinalizer(attachments, attachCapabilities.finalizer());
        this.withCodes = withCodes;
        this.clock = clock;
    }

    /// The next look at the attachment asks the driver, whatever the status says.
    void force(String attachment) {
        forced.add(attachment);
    }

    @Override
    public ReconcileResult work(String name) throws ApiFailure, InterruptedException {
        VolumeAttachment seen = attachments.find(name).orElse(null);
        if (seen == null || !seen.attacher().equals(attachCapabilities.driver())) {
            forced.remove(name);
            return ReconcileResult.done();
        }
        return work(name, seen);
    }

    private ReconcileResult work(String name, VolumeAttachment seen) throws ApiFailure, InterruptedException {
        var attachState = new AttachDecision.AttachState(
                seen, volumes.find(seen.volumeName()), nodes.find(seen.nodeName()), forced.contains(name));
        AttachDecision decision = AttachDecision.decide(attachState, attachCapabilities);
        ReconcileResult outcome = switch (decision) {
            case AttachDecision.Nothing() -> ReconcileResult.done();
            case AttachDecision.Attach attach -> attach(seen, attach);
            case AttachDecision.Detach detach -> detach(seen, detach);
            case AttachDecision.Refuse(String why, Optional<PersistentVolume> protect) -> refuse(seen, why, protect);
        };
        // A look that found nothing to do knew of no force; one that has come meanwhile is for the next.
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
        try {
            driver.unpublish(detach);
        } catch (PublishCalls.PublishException e) {
            return detachFailed(seen, e.failure());
        }
        // The mark goes before the status: with the mark, a status that says "not attached" means that nobody knows.
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

    private void reportDetached(VolumeAttachment left) throws ApiFailure, InterruptedException {
        Optional<Patch> patch = AttachmentStatusPatches.detached(left);
        try {
            if (patch.isPresent()) {
                var _ = attachments.patch(left, patch.get());
            }
        } catch (ApiFailure e) {
            // With the last finalizer the server deletes it.
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

    /// What was decided on is no longer so. It has been read anew; whoever catches this decides anew.
    private static final class Stale extends Exception {
        private static final long serialVersionUID = 1;
    }

    private void protect(Optional<PersistentVolume> volume)
            throws PublishCalls.PublishException, Stale, InterruptedException {
        if (volume.isEmpty()) {
            return;
        }
        try {
            var _ = volumes.patch(volume.get(), Patch.addFinalizer(volume.get(), attachCapabilities.finalizer()));
        } catch (ApiFailure e) {
            refresh(volumes, volume.get(), e);
            throw new PublishCalls.PublishException(
                    AttachFailure.of(
                            "cannot protect volume " + volume.get().key() + " by a finalizer: " + e.getMessage()),
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
                    AttachFailure.of("cannot mark the attachment: " + e.getMessage()), e);
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
            log.debug("{} {} was not read anew: {}", informer.kind().name(), seen.key(), e.getMessage());
        }
    }

    private ReconcileResult attachFailed(VolumeAttachment seen, AttachFailure attachFailure)
            throws InterruptedException {
        save(seen, AttachmentStatusPatches.attachError(seen, attachFailure, withCodes, clock.instant()));
        return ReconcileResult.retry("failed to attach to node " + seen.nodeName() + ": " + attachFailure.message());
    }

    private ReconcileResult detachFailed(VolumeAttachment seen, AttachFailure attachFailure)
            throws InterruptedException {
        save(seen, AttachmentStatusPatches.detachError(attachFailure, clock.instant()));
        return ReconcileResult.retry("failed to detach from node " + seen.nodeName() + ": " + attachFailure.message());
    }

    private void save(VolumeAttachment seen, Patch patch) throws InterruptedException {
        try {
            var _ = attachments.patch(seen, patch);
        } catch (ApiFailure e) {
            log.info("The failure was not written into attachment {}: {}", seen.key(), e.getMessage());
        }
    }
}
