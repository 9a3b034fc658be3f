package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.ObjectCountMetric;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.stream.Stream;

/// Number of volumes that are in use, desired and attached, under the metric names of
/// kube-controller-manager.
final class AttachDetachMetrics {

    private AttachDetachMetrics() {}

    private record VolumeInUse(String node, String volume) {}

    private record AttachedVolume(String plugin, String state) {}

    static void register(Informers informers, DesiredAttachments desired, PrometheusRegistry registry) {
        Informer<Pod> pods = informers.of(Kinds.PODS);
        Informer<VolumeAttachment> attachments = informers.of(Kinds.ATTACHMENTS);
        new ObjectCountMetric("storage_count_attachable_volumes_in_use", "Volumes in use.", "node", "volume_plugin")
                .register(
                        registry,
                        () -> used(pods, desired),
                        volumeInUse -> List.of(volumeInUse.node(), plugin(volumeInUse.volume())));
        new ObjectCountMetric(
                        "attachdetach_controller_total_volumes",
                        "Volumes that the controller knows of.",
                        "plugin_name",
                        "state")
                .register(
                        registry,
                        () -> Stream.concat(wanted(pods, desired), attached(attachments)),
                        attachedVolume -> List.of(attachedVolume.plugin(), attachedVolume.state()));
    }

    private static Stream<VolumeInUse> used(Informer<Pod> pods, DesiredAttachments desired) {
        return pods.all().stream()
                .filter(pod -> !pod.nodeName().isEmpty())
                .flatMap(pod -> desired.names(pod).stream().map(name -> new VolumeInUse(pod.nodeName(), name)));
    }

    /// Two pods of one node count as one use of a volume.
    private static Stream<AttachedVolume> wanted(Informer<Pod> pods, DesiredAttachments desired) {
        return used(pods, desired)
                .distinct()
                .filter(volumeInUse -> desired.pods(volumeInUse.volume()).stream()
                        .anyMatch(pod -> pod.nodeName().equals(volumeInUse.node())))
                .map(volumeInUse -> new AttachedVolume(plugin(volumeInUse.volume()), "desired_state_of_world"));
    }

    private static Stream<AttachedVolume> attached(Informer<VolumeAttachment> attachments) {
        return attachments.all().stream()
                .map(attachment ->
                        new AttachedVolume("kubernetes.io/csi:" + attachment.attacher(), "actual_state_of_world"));
    }

    private static String plugin(String uniqueName) {
        return CsiVolume.of(uniqueName)
                .map(volume -> "kubernetes.io/csi:" + volume.driver())
                .orElse("N/A");
    }
}
