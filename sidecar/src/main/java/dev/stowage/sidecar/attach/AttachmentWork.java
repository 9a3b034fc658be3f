package dev.stowage.sidecar.attach;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.CsiNode;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out what is decided about attachments. The order of writes matters: protect the volume, mark the attachment,
/// ask the driver, tell the status; and back: ask the driver, remove the mark, tell the status.
final class AttachmentWork implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(AttachmentWork.class);

    private final Mirror<Attachment> attachments;
    private final Mirror<Volume> volumes;
    private final Mirror<CsiNode> nodes;
    private final Abilities abilities;
    private final Publishing driver;
    private final Marks marks;
    private final boolean withCodes;
    private final InstantSource clock;
    private final Set<String> forced = ConcurrentHashMap.newKeySet();

    AttachmentWork(
            Mirror<Attachment> attachments,
            Mirror<Volume> volumes,
            Mirror<CsiNode> nodes,
            Abilities abilities,
            Publishing driver,
            boolean withCodes,
            InstantSource clock) {
        this.attachments = attachments;
        this.volumes = volumes;
        this.nodes = nodes;
        this.abilities = abilities;
        this.driver = driver;
        this.marks = new Marks(attachments, abilities.finalizer());
        this.withCodes = withCodes;
        this.clock = clock;
    }

    /// The next look at the attachment asks the driver, whatever the status says.
    void force(String attachment) {
        forced.add(attachment);
    }

    @Override
    public Outcome work(String name) throws ApiFailure, InterruptedException {
        Attachment seen = attachments.find(name).orElse(null);
        if (seen == null || !seen.attacher().equals(abilities.driver())) {
            forced.remove(name);
            return Outcome.done();
        }
        return work(name, seen);
    }

    private Outcome work(String name, Attachment seen) throws ApiFailure, InterruptedException {
        var view = new AttachDecision.View(
                seen, volumes.find(seen.volumeName()), nodes.find(seen.nodeName()), forced.contains(name));
        AttachDecision decision = AttachDecision.decide(view, abilities);
        Outcome outcome = switch (decision) {
            case AttachDecision.Nothing() -> Outcome.done();
            case AttachDecision.Attach attach -> attach(seen, attach);
            case AttachDecision.Detach detach -> detach(seen, detach);
            case AttachDecision.Refuse(String why, Optional<Volume> protect) -> refuse(seen, why, protect);
        };
        // A look that found nothing to do knew of no force; one that has come meanwhile is for the next.
        if (outcome instanceof Outcome.Done && !(decision instanceof AttachDecision.Nothing)) {
            forced.remove(name);
        }
        return outcome;
    }

    private Outcome attach(Attachment seen, AttachDecision.Attach attach) throws ApiFailure, InterruptedException {
        Attachment marked = seen;
        Map<String, String> metadata;
        try {
            protect(attach.protect());
            var request = driver.request(attach);
            marked = mark(seen, attach.nodeId());
            metadata = driver.publish(request, attach.target().migrated());
        } catch (Publishing.Failed e) {
            return attachFailed(marked, e.trouble());
        } catch (Stale e) {
            return Outcome.again(Duration.ZERO);
        }
        Optional<Patch> patch = StatusPatches.attached(marked, metadata);
        if (patch.isPresent()) {
            var _ = attachments.patch(marked, patch.get());
        }
        log.debug("Attached volume {} to node {} ({}).", attach.target().csi().handle(), seen.nodeName(), seen.key());
        return Outcome.done();
    }

    private Outcome detach(Attachment seen, AttachDecision.Detach detach) throws ApiFailure, InterruptedException {
        try {
            driver.unpublish(detach);
        } catch (Publishing.Failed e) {
            return detachFailed(seen, e.trouble());
        }
        // The mark goes before the status: with the mark, a status that says "not attached" means that nobody knows.
        Optional<Attachment> left = marks.remove(seen);
        if (left.isPresent()) {
            tellDetached(left.get());
        }
        log.debug("Detached volume {} from node {} ({}).", detach.target().csi().handle(), seen.nodeName(), seen.key());
        return Outcome.done();
    }

    private void tellDetached(Attachment left) throws ApiFailure, InterruptedException {
        Optional<Patch> patch = StatusPatches.detached(left);
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

    private Outcome refuse(Attachment seen, String why, Optional<Volume> protect) throws InterruptedException {
        if (seen.isBeingDeleted()) {
            return detachFailed(seen, Trouble.of(why));
        }
        try {
            protect(protect);
        } catch (Publishing.Failed e) {
            return attachFailed(seen, e.trouble());
        } catch (Stale e) {
            return Outcome.again(Duration.ZERO);
        }
        return attachFailed(seen, Trouble.of(why));
    }

    /// What was decided on is no longer so. It has been read anew; whoever catches this decides anew.
    private static final class Stale extends Exception {
        private static final long serialVersionUID = 1;
    }

    private void protect(Optional<Volume> volume) throws Publishing.Failed, Stale, InterruptedException {
        if (volume.isEmpty()) {
            return;
        }
        try {
            var _ = volumes.patch(volume.get(), Patch.addFinalizer(volume.get(), abilities.finalizer()));
        } catch (ApiFailure e) {
            refresh(volumes, volume.get(), e);
            throw new Publishing.Failed(
                    Trouble.of("cannot protect volume " + volume.get().key() + " by a finalizer: " + e.getMessage()),
                    e);
        }
    }

    private Attachment mark(Attachment seen, String nodeId) throws Publishing.Failed, Stale, InterruptedException {
        try {
            return marks.put(seen, nodeId);
        } catch (ApiFailure e) {
            refresh(attachments, seen, e);
            throw new Publishing.Failed(Trouble.of("cannot mark the attachment: " + e.getMessage()), e);
        }
    }

    private static <T extends KubeObject> void refresh(Mirror<T> mirror, T seen, ApiFailure why)
            throws Stale, InterruptedException {
        if (!(why.isConflict() || why.isInvalid())) {
            return;
        }
        try {
            Optional<T> now = mirror.fetch(seen.key());
            if (now.isEmpty() || !now.get().meta().version().equals(seen.meta().version())) {
                throw new Stale();
            }
        } catch (ApiFailure e) {
            log.debug("{} {} was not read anew: {}", mirror.kind().name(), seen.key(), e.getMessage());
        }
    }

    private Outcome attachFailed(Attachment seen, Trouble trouble) throws InterruptedException {
        save(seen, StatusPatches.attachError(seen, trouble, withCodes, clock.instant()));
        return Outcome.retry("failed to attach to node " + seen.nodeName() + ": " + trouble.message());
    }

    private Outcome detachFailed(Attachment seen, Trouble trouble) throws InterruptedException {
        save(seen, StatusPatches.detachError(trouble, clock.instant()));
        return Outcome.retry("failed to detach from node " + seen.nodeName() + ": " + trouble.message());
    }

    private void save(Attachment seen, Patch patch) throws InterruptedException {
        try {
            var _ = attachments.patch(seen, patch);
        } catch (ApiFailure e) {
            log.info("The failure was not written into attachment {}: {}", seen.key(), e.getMessage());
        }
    }
}
