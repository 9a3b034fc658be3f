package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Combines claims, pods and statistics.
///
/// @param stats by node
record UsageRows(List<JsonNode> claims, List<JsonNode> pods, Map<String, NodeVolumeStats> stats) {
    private static final double FULL = 0.95;
    private static final double FILLING = 0.85;

    UsageRows {
        claims = List.copyOf(claims);
        pods = List.copyOf(pods);
        stats = Map.copyOf(stats);
    }

    List<UsageRow> all() {
        return claims.stream().map(this::row).toList();
    }

    private UsageRow row(JsonNode claim) {
        String namespace = claim.at("/metadata/namespace").asText();
        String name = claim.at("/metadata/name").asText();
        List<JsonNode> users = pods.stream()
                .filter(pod -> pod.at("/metadata/namespace").asText().equals(namespace) && uses(pod, name))
                .toList();
        List<String> nodes = users.stream()
                .map(pod -> pod.at("/spec/nodeName").asText())
                .filter(node -> !node.isEmpty())
                .distinct()
                .sorted()
                .toList();
        Optional<VolumeUsage> usage = usage(nodes, namespace + "/" + name);
        return new UsageRow(
                namespace,
                name,
                claim.at("/spec/storageClassName").asText(),
                Quantity.parseOrZero(claim.at("/status/capacity/storage").asText())
                        .value(),
                usage,
                users.stream()
                        .map(pod -> pod.at("/metadata/name").asText())
                        .sorted()
                        .toList(),
                nodes,
                health(claim, nodes, usage));
    }

    /// The claim of an ephemeral volume has the names of the pod and the volume.
    static boolean uses(JsonNode pod, String claim) {
        String name = pod.at("/metadata/name").asText();
        boolean over =
                List.of("Succeeded", "Failed").contains(pod.at("/status/phase").asText());
        return !over
                && StreamSupport.stream(pod.at("/spec/volumes").spliterator(), false)
                        .anyMatch(volume -> volume.at("/persistentVolumeClaim/claimName")
                                        .asText()
                                        .equals(claim)
                                || (volume.has("ephemeral")
                                        && (name + "-" + volume.path("name").asText()).equals(claim)));
    }

    private Optional<VolumeUsage> usage(List<String> nodes, String claim) {
        for (String node : nodes) {
            if (stats.get(node) instanceof NodeVolumeStats.Reported reported
                    && reported.volumes().containsKey(claim)) {
                return Optional.ofNullable(reported.volumes().get(claim));
            }
        }
        return Optional.empty();
    }

    private String health(JsonNode claim, List<String> nodes, Optional<VolumeUsage> usage) {
        String phase = claim.at("/status/phase").asText();
        if (claim.at("/metadata/deletionTimestamp").isTextual()) {
            return "Terminating";
        }
        if (!phase.equals("Bound")) {
            return phase.isEmpty() ? "Pending" : phase;
        }
        if (usage.isPresent()) {
            return health(usage.get());
        }
        List<String> silent = nodes.stream()
                .filter(node -> stats.get(node) instanceof NodeVolumeStats.Unavailable)
                .toList();
        if (!silent.isEmpty()) {
            return "node does not respond";
        }
        boolean block = claim.at("/spec/volumeMode").asText().equals("Block");
        return nodes.isEmpty() ? "unused" : block ? "ok (block)" : "no statistics yet";
    }

    private static String health(VolumeUsage volumeUsage) {
        double share = Math.max(volumeUsage.bytesShare(), volumeUsage.inodesShare());
        return volumeUsage.abnormal() ? "abnormal" : share >= FULL ? "full" : share >= FILLING ? "filling" : "ok";
    }

    /// The nodes to query.
    static List<String> nodes(List<JsonNode> pods) {
        List<String> nodes = new ArrayList<>();
        for (JsonNode pod : pods) {
            String node = pod.at("/spec/nodeName").asText();
            boolean hasClaims = StreamSupport.stream(pod.at("/spec/volumes").spliterator(), false)
                    .anyMatch(volume -> volume.has("persistentVolumeClaim") || volume.has("ephemeral"));
            if (hasClaims && !node.isEmpty() && !nodes.contains(node)) {
                nodes.add(node);
            }
        }
        return nodes;
    }
}
