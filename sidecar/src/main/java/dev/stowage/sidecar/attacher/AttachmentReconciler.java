package dev.stowage.sidecar.attacher;

import dev.stowage.csi.StatusCodes;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares attachments with the driver's list. Volumes are also attached and detached by other means.
final class AttachmentReconciler implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(AttachmentReconciler.class);

    private final Informer<VolumeAttachment> attachments;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiNode> nodes;
    private final String driver;
    private final PublishedVolumes published;
    private final Duration every;
    private final Consumer<VolumeAttachment> onDifference;

    AttachmentReconciler(
            Informer<VolumeAttachment> attachments,
            Informer<PersistentVolume> volumes,
            Informer<CsiNode> nodes,
            String driver,
            PublishedVolumes published,
            Duration every,
            Consumer<VolumeAttachment> onDifference) {
        this.attachments = attachments;
        this.volumes = volumes;
        this.nodes = nodes;
        this.driver = driver;
        this.published = published;
        this.every = every;
        this.onDifference = onDifference;
    }

    @Override
    public ReconcileResult work(String all) {
        try {
            compare();
        } catch (StatusRuntimeException e) {
            log.warn(
                    "Cannot list the volumes of driver {} ({}: {}); attachments were not checked.",
                    driver,
                    StatusCodes.name(e.getStatus().getCode()),
                    e.getStatus().getDescription());
        }
        return ReconcileResult.requeueAfter(every);
    }

    private void compare() {
        Map<NamespacedName, VolumeAttachment> before = new HashMap<>();
        attachments.all().stream()
                .filter(attachment -> attachment.attacher().equals(driver))
                .forEach(attachment -> before.put(attachment.key(), attachment));
        Map<String, Set<String>> attached = published.list();
        for (VolumeAttachment attachment : before.values()) {
            // What was attached or detached during the listing may be in the list or not.
            boolean unchanged = attachments
                    .find(attachment.key())
                    .filter(now -> now.attached() == attachment.attached())
                    .isPresent();
            if (unchanged && differs(attachment, attached)) {
                log.warn(
                        "Attachment {} is {}attached to node {}, but the driver reports the opposite; reconciling it again.",
                        attachment.key(),
                        attachment.attached() ? "" : "not ",
                        attachment.nodeName());
                onDifference.accept(attachment);
            }
        }
    }

    private boolean differs(VolumeAttachment attachment, Map<String, Set<String>> attached) {
        try {
            String nodeId = NodeId.currentOrRemembered(attachment, nodes.find(attachment.nodeName()), driver);
            String handle = AttachmentVolume.of(attachment, volumes.find(attachment.volumeName()))
                    .listedHandle(nodeId);
            return attachment.attached()
                    != attached.getOrDefault(handle, Set.of()).contains(nodeId);
        } catch (IllegalArgumentException e) {
            log.info("Cannot check attachment {}: {}", attachment.key(), e.getMessage());
            return false;
        }
    }
}
