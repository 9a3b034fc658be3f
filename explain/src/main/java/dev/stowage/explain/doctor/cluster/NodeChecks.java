package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Nodes according to the API.
final class NodeChecks {
    private static final Pattern MINOR = Pattern.compile("v?1\\.(\\d+).*");
    /// A kubelet may be that many minor versions older than the server.
    private static final int TOLERATED = 3;

    private NodeChecks() {}

    static List<CheckResult> ready(ClusterState clusterState) {
        List<KubeResource> nodes = clusterState.all(ResourceKind.NODE);
        List<String> away = nodes.stream()
                .filter(node -> !isReady(node))
                .map(KubeResource::name)
                .toList();
        return List.of(
                away.isEmpty()
                        ? CheckResult.ok("nodes-ready", NameSummary.count(nodes.size(), "node") + ", all ready.")
                        : CheckResult.bad(
                                "nodes-ready",
                                NameSummary.count(away.size(), "node") + " not ready: " + NameSummary.of(away)
                                        + ". Their volumes stay attached there for 6 minutes or longer.",
                                "kubectl describe node " + away.getFirst()
                                        + "; when it is definitely powered off: kubectl taint node " + away.getFirst()
                                        + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"));
    }

    static boolean isReady(KubeResource node) {
        return node.condition("Ready")
                .filter(condition -> condition.path("status").asText().equals("True"))
                .isPresent();
    }

    static List<CheckResult> versions(ClusterState clusterState) {
        OptionalInt server = minor(clusterState.version());
        List<String> wrong = new ArrayList<>();
        if (server.isPresent()) {
            for (KubeResource node : clusterState.all(ResourceKind.NODE)) {
                String version = node.text("/status/nodeInfo/kubeletVersion");
                Optional<String> trouble = trouble(server.getAsInt(), minor(version));
                trouble.ifPresent(text -> wrong.add(node.name() + " (" + version + ", " + text + ")"));
            }
        }
        return List.of(
                wrong.isEmpty()
                        ? CheckResult.ok(
                                "versions",
                                "The server is " + clusterState.version() + ", and its nodes are compatible.")
                        : CheckResult.warn(
                                "versions",
                                "Incompatible with the server version " + clusterState.version() + ": "
                                        + NameSummary.of(wrong) + ".",
                                "Upgrade the server before the nodes, and the nodes before they are " + (TOLERATED + 1)
                                        + " minor versions behind."));
    }

    private static Optional<String> trouble(int server, OptionalInt kubelet) {
        if (kubelet.isEmpty()) {
            return Optional.empty();
        }
        int behind = server - kubelet.getAsInt();
        return behind < 0
                ? Optional.of("newer than the server")
                : behind > TOLERATED ? Optional.of("too old") : Optional.empty();
    }

    private static OptionalInt minor(String version) {
        Matcher found = MINOR.matcher(version);
        return found.matches() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }
}
