package dev.stowage.cli.up.status;

import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// @param memory resident bytes
/// @param volumes the number of volumes, by phase
/// @param pods of all namespaces
record UpStatus(
        Path data,
        UpInstance upInstance,
        Duration uptime,
        long memory,
        List<NodeSummary> nodes,
        List<PhaseCount> volumes,
        List<PhaseCount> pods) {

    UpStatus {
        nodes = List.copyOf(nodes);
        volumes = List.copyOf(volumes);
        pods = List.copyOf(pods);
    }

    record NodeSummary(String name, boolean ready, List<String> drivers, int pods) {}

    static UpStatus of(Path data, UpInstance upInstance) throws IOException, InterruptedException {
        String kubeconfig = data.resolve("kubeconfig").toString();
        try (KubeClient api =
                new KubeClient(ClusterAccess.of(kubeconfig, ""), RequestLimiter.adaptive(), "stowage-status")) {
            List<Pod> pods = api.list(Kinds.PODS, "").items();
            List<CsiNode> drivers = api.list(Kinds.CSI_NODES, "").items();
            return new UpStatus(
                    data,
                    upInstance,
                    Duration.between(upInstance.since(), Instant.now()),
                    memory(upInstance.pid()),
                    api.list(Kinds.NODES, "").items().stream()
                            .map(node -> node(node, drivers, pods))
                            .toList(),
                    PhaseCount.of(api.list(Kinds.VOLUMES, "").items().stream().map(PersistentVolume::phase)),
                    PhaseCount.of(pods.stream().map(Pod::phase)));
        }
    }

    private static NodeSummary node(Node node, List<CsiNode> drivers, List<Pod> pods) {
        String name = node.meta().name();
        return new NodeSummary(
                name,
                node.ready(),
                drivers.stream()
                        .filter(each -> each.meta().name().equals(name))
                        .flatMap(each -> each.drivers().stream())
                        .map(CsiNode.Driver::name)
                        .sorted()
                        .toList(),
                (int) pods.stream().filter(pod -> pod.nodeName().equals(name)).count());
    }

    private static long memory(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(0L);
        }
    }
}
