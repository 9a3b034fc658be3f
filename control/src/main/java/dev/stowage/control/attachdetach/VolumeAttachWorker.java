package dev.stowage.control.attachdetach;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
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

/// Creates and deletes the attachments of one volume.
final class VolumeAttachWorker {
    private static final Logger log = LoggerFactory.getLogger(VolumeAttachWorker.class);

    private final ControllerContext context;
    private final AttachDetachOptions options;
    private final AttachStateReader reader;
    private final AttachDetachMemory attachDetachMemory;
    private final Informer<VolumeAttachment> attachments;
    private final Informer<PersistentVolume> volumes;
    private final ForcedDetachMetrics forced;
    private final Consumer<VolumeNodeKey> wakeVolume;
    private final Consumer<String> wakeNode;
    /// Attachments for which the outcome of the last request is unknown.
    private final Map<VolumeNodeKey, String> doubts = new ConcurrentHashMap<>();

    VolumeAttachWorker(
            ControllerContext context,
            AttachDetachOptions options,
            AttachStateReader reader,
            AttachDetachMemory attachDetachMemory,
            Consumer<VolumeNodeKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.context = context;
        this.options = options;
        this.reader = reader;
        this.attachDetachMemory = attachDetachMemory;
        this.attachments = context.informers().of(Kinds.ATTACHMENTS);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.forced = new ForcedDetachMetrics(context.metrics());
        this.wakeVolume = wakeVolume;
        this.wakeNode = wakeNode;
    }

    ReconcileResult reconcile(VolumeNodeKey key) throws InterruptedException {
        try {
            settle(key.volume());
            VolumeAttachState whole = reader.volume(key.volume());
            if (whole.isExclusive() == key.node().isEmpty()) {
                return reconcile(key.volume(), whole.isExclusive() ? whole : whole.at(key.node()));
            }
            // The number of nodes that may have it has changed, and with it the key that owns it.
            if (whole.isExclusive()) {
                wakeVolume.accept(new VolumeNodeKey(key.volume(), ""));
            } else {
                whole.links()
                        .forEach(volumeNodeState ->
                                wakeVolume.accept(new VolumeNodeKey(key.volume(), volumeNodeState.node())));
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private ReconcileResult reconcile(String volume, VolumeAttachState state) throws ApiFailure, InterruptedException {
        Instant now = context.clock().instant();
        VolumeAttachActions plan = VolumeAttachDecision.of(state, options, now);
        if (state.attachableVolume() == null && isStillThere(plan)) {
            return ReconcileResult.requeueAfter(Duration.ZERO);
        }
        for (VolumeNodeState volumeNodeState : state.links()) {
            VolumeNodeMemory next = plan.memories().get(volumeNodeState.node());
            if (next != null && !next.equals(volumeNodeState.volumeNodeMemory())) {
                attachDetachMemory.save(
                        new VolumeNodeKey(volume, volumeNodeState.node()), volumeNodeState.volumeNodeMemory(), next);
            }
        }
        plan.nodes().forEach(wakeNode);
        plan.forced().forEach((node, reason) -> {
            forced.count(reason);
            log.warn("Force-detaching volume {} from node {}: {}.", volume, node, reason.metric());
        });
        for (ClusterAction action : plan.actions()) {
            carryOut(volume, state, action);
        }
        Instant again = plan.again();
        return again == null ? ReconcileResult.done() : ReconcileResult.requeueAfter(Duration.between(now, again));
    }

    /// A volume that is not in the cache may be too new; the server has the answer.
    private boolean isStillThere(VolumeAttachActions plan) throws ApiFailure, InterruptedException {
        for (ClusterAction action : plan.actions()) {
            if (action instanceof ClusterAction.Delete<?> delete
                    && delete.seen() instanceof VolumeAttachment attachment
                    && !attachment.volumeName().isEmpty()
                    && volumes.fetch(NamespacedName.of(attachment.volumeName())).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private void carryOut(String volume, VolumeAttachState state, ClusterAction action)
            throws ApiFailure, InterruptedException {
        try {
            context.executor().execute(action);
        } catch (ApiFailure e) {
            switch (action) {
                case ClusterAction.Create<?> create -> notCreated(volume, state, create, e);
                case ClusterAction.Delete<?> delete -> doubt(volume, (VolumeAttachment) delete.seen());
                case ClusterAction.PatchObject<?> _,
                        ClusterAction.PostSubresource<?> _,
                        ClusterAction.RecordEvent _ -> {
                    // Not about an attachment.
                }
            }
            throw e;
        }
        switch (action) {
            case ClusterAction.Create<?> create ->
                log.info(
                        "Attaching volume {} to node {}.",
                        volume,
                        create.object().path("spec").path("nodeName").asText());
            case ClusterAction.Delete<?> delete ->
                log.info(
                        "Detaching volume {}: deleting attachment {}.",
                        volume,
                        delete.seen().key());
            case ClusterAction.PatchObject<?> _, ClusterAction.PostSubresource<?> _, ClusterAction.RecordEvent _ -> {
                // Not worth a log line.
            }
        }
    }

    private void notCreated(String volume, VolumeAttachState state, ClusterAction.Create<?> create, ApiFailure e)
            throws ApiFailure, InterruptedException {
        String name = create.object().path("metadata").path("name").asText();
        String node = create.object().path("spec").path("nodeName").asText();
        if (e.isUncertain() || e.isAlreadyExists()) {
            doubts.put(new VolumeNodeKey(volume, node), name);
        }
        AttachableVolume attachableVolume = state.attachableVolume();
        if (attachableVolume == null || e.isAlreadyExists()) {
            return;
        }
        for (VolumeNodeState volumeNodeState : state.at(node).links()) {
            context.executor()
                    .execute(AttachDetachEvents.failed(
                            attachableVolume.title(),
                            volumeNodeState.pods(),
                            "kubernetes.io/csi: attacher.Attach failed: " + e.getMessage()));
        }
    }

    private void doubt(String volume, VolumeAttachment attachment) {
        doubts.put(
                new VolumeNodeKey(volume, attachment.nodeName()),
                attachment.meta().name());
    }

    private void settle(String volume) throws ApiFailure, InterruptedException {
        List<VolumeNodeKey> links = doubts.keySet().stream()
                .filter(link -> link.volume().equals(volume))
                .toList();
        for (VolumeNodeKey link : links) {
            String name = doubts.getOrDefault(link, "");
            Optional<VolumeAttachment> found = attachments.fetch(NamespacedName.of(name));
            VolumeNodeMemory memory = attachDetachMemory.of(link);
            if (memory.detachPhase() == DetachPhase.LET_GO
                    && found.filter(attachment -> !attachment.isBeingDeleted()).isPresent()) {
                attachDetachMemory.save(link, memory, memory.with(DetachPhase.CLEARED));
            }
            doubts.remove(link, name);
        }
    }
}
