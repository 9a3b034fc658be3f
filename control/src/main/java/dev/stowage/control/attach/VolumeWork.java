package dev.stowage.control.attach;

import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes and removes the attachments of one volume.
final class VolumeWork {
    private static final Logger log = LoggerFactory.getLogger(VolumeWork.class);

    private final Shared shared;
    private final AttachOptions options;
    private final Survey survey;
    private final Memories memories;
    private final Informer<VolumeAttachment> attachments;
    private final Informer<PersistentVolume> volumes;
    private final ForcedDetaches forced;
    private final Consumer<LinkKey> wakeVolume;
    private final Consumer<String> wakeNode;
    /// Attachments of which nobody knows whether the last request for them was heeded.
    private final Map<LinkKey, String> doubts = new ConcurrentHashMap<>();

    VolumeWork(
            Shared shared,
            AttachOptions options,
            Survey survey,
            Memories memories,
            Consumer<LinkKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.shared = shared;
        this.options = options;
        this.survey = survey;
        this.memories = memories;
        this.attachments = shared.informers().of(Kinds.ATTACHMENTS);
        this.volumes = shared.informers().of(Kinds.VOLUMES);
        this.forced = new ForcedDetaches(shared.metrics());
        this.wakeVolume = wakeVolume;
        this.wakeNode = wakeNode;
    }

    ReconcileResult work(LinkKey key) throws InterruptedException {
        try {
            settle(key.volume());
            VolumeView whole = survey.volume(key.volume());
            if (whole.isExclusive() == key.node().isEmpty()) {
                return work(key.volume(), whole.isExclusive() ? whole : whole.at(key.node()));
            }
            // How many nodes may have it has changed, and with it who looks at what.
            if (whole.isExclusive()) {
                wakeVolume.accept(new LinkKey(key.volume(), ""));
            } else {
                whole.links().forEach(link -> wakeVolume.accept(new LinkKey(key.volume(), link.node())));
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private ReconcileResult work(String volume, VolumeView view) throws ApiFailure, InterruptedException {
        Instant now = shared.clock().instant();
        VolumePlan plan = VolumeDecision.of(view, options, now);
        if (view.target() == null && isStillThere(plan)) {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        for (Link link : view.links()) {
            Memory next = plan.memories().get(link.node());
            if (next != null && !next.equals(link.memory())) {
                memories.save(new LinkKey(volume, link.node()), link.memory(), next);
            }
        }
        plan.nodes().forEach(wakeNode);
        plan.forced().forEach((node, why) -> {
            forced.count(why);
            log.warn("Volume {} is detached from node {} by force: {}.", volume, node, why.metric());
        });
        for (Act act : plan.acts()) {
            carryOut(volume, view, act);
        }
        Instant again = plan.again();
        return again == null ? ReconcileResult.done() : ReconcileResult.requeueAfter(Duration.between(now, again));
    }

    /// A volume that is not in the mirror may be only too new for it; the server knows.
    private boolean isStillThere(VolumePlan plan) throws ApiFailure, InterruptedException {
        for (Act act : plan.acts()) {
            if (act instanceof Act.Remove<?> remove
                    && remove.seen() instanceof VolumeAttachment attachment
                    && !attachment.volumeName().isEmpty()
                    && volumes.fetch(NamespacedName.of(attachment.volumeName())).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void carryOut(String volume, VolumeView view, Act act) throws ApiFailure, InterruptedException {
        try {
            shared.hands().carryOut(act);
        } catch (ApiFailure e) {
            switch (act) {
                case Act.Create<?> create -> notCreated(volume, view, create, e);
                case Act.Remove<?> remove -> doubt(volume, (VolumeAttachment) remove.seen());
                case Act.Change<?> _, Act.Send<?> _, Act.Tell _ -> {
                    // Not about an attachment.
                }
            }
            throw e;
        }
        switch (act) {
            case Act.Create<?> create ->
                log.info(
                        "Volume {} shall be attached to node {}.",
                        volume,
                        create.object().path("spec").path("nodeName").asText());
            case Act.Remove<?> remove ->
                log.info(
                        "Volume {} shall be detached: attachment {}.",
                        volume,
                        remove.seen().key());
            case Act.Change<?> _, Act.Send<?> _, Act.Tell _ -> {
                // Nothing that anybody looks for in a log.
            }
        }
    }

    private void notCreated(String volume, VolumeView view, Act.Create<?> create, ApiFailure e)
            throws ApiFailure, InterruptedException {
        String name = create.object().path("metadata").path("name").asText();
        String node = create.object().path("spec").path("nodeName").asText();
        if (e.isUncertain() || e.isAlreadyExists()) {
            doubts.put(new LinkKey(volume, node), name);
        }
        Target target = view.target();
        if (target == null || e.isAlreadyExists()) {
            return;
        }
        for (Link link : view.at(node).links()) {
            shared.hands()
                    .carryOut(Messages.failed(
                            target.title(),
                            link.pods(),
                            "kubernetes.io/csi: attacher.Attach failed: " + e.getMessage()));
        }
    }

    private void doubt(String volume, VolumeAttachment attachment) {
        doubts.put(new LinkKey(volume, attachment.nodeName()), attachment.meta().name());
    }

    private void settle(String volume) throws ApiFailure, InterruptedException {
        List<LinkKey> links = doubts.keySet().stream()
                .filter(link -> link.volume().equals(volume))
                .toList();
        for (LinkKey link : links) {
            String name = doubts.getOrDefault(link, "");
            Optional<VolumeAttachment> found = attachments.fetch(NamespacedName.of(name));
            Memory memory = memories.of(link);
            if (memory.handover() == Handover.LET_GO
                    && found.filter(attachment -> !attachment.isBeingDeleted()).isPresent()) {
                memories.save(link, memory, memory.with(Handover.CLEARED));
            }
            doubts.remove(link, name);
        }
    }
}
