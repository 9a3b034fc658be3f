package dev.stowage.control.attach;

import dev.stowage.control.Count;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.Pod;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.stream.Stream;

/// How many volumes are used, wanted and attached, under the names that dashboards know.
final class Figures {

    private Figures() {}

    private record Used(String node, String volume) {}

    private record Held(String plugin, String state) {}

    static void register(Informers informers, Wants wants, PrometheusRegistry registry) {
        Informer<Pod> pods = informers.of(Kinds.PODS);
        Informer<VolumeAttachment> attachments = informers.of(Kinds.ATTACHMENTS);
        new Count("storage_count_attachable_volumes_in_use", "Volumes in use.", "node", "volume_plugin")
                .of(registry, () -> used(pods, wants), used -> List.of(used.node(), plugin(used.volume())));
        new Count(
                        "attachdetach_controller_total_volumes",
                        "Volumes that the controller knows of.",
                        "plugin_name",
                        "state")
                .of(
                        registry,
                        () -> Stream.concat(wanted(pods, wants), attached(attachments)),
                        held -> List.of(held.plugin(), held.state()));
    }

    private static Stream<Used> used(Informer<Pod> pods, Wants wants) {
        return pods.all().stream()
                .filter(pod -> !pod.nodeName().isEmpty())
                .flatMap(pod -> wants.names(pod).stream().map(name -> new Used(pod.nodeName(), name)));
    }

    /// Two pods of one node want a volume there but once.
    private static Stream<Held> wanted(Informer<Pod> pods, Wants wants) {
        return used(pods, wants)
                .distinct()
                .filter(used -> wants.pods(used.volume()).stream()
                        .anyMatch(pod -> pod.nodeName().equals(used.node())))
                .map(used -> new Held(plugin(used.volume()), "desired_state_of_world"));
    }

    private static Stream<Held> attached(Informer<VolumeAttachment> attachments) {
        return attachments.all().stream()
                .map(attachment -> new Held("kubernetes.io/csi:" + attachment.attacher(), "actual_state_of_world"));
    }

    private static String plugin(String uniqueName) {
        return CsiVolume.of(uniqueName)
                .map(volume -> "kubernetes.io/csi:" + volume.driver())
                .orElse("N/A");
    }
}
