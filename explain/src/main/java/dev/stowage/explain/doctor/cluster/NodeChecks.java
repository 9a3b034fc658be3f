package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Nodes as the API has them.
final class NodeChecks {
    private static final Pattern MINOR = Pattern.compile("v?1\\.(\\d+).*");
    /// A kubelet may be that many minor versions older than the server.
    private static final int TOLERATED = 3;

    private NodeChecks() {}

    static List<Check> ready(Picture picture) {
        List<Thing> nodes = picture.all(Sort.NODE);
        List<String> away =
                nodes.stream().filter(node -> !isReady(node)).map(Thing::name).toList();
        return List.of(
                away.isEmpty()
                        ? Check.ok("nodes-ready", Listed.count(nodes.size(), "node") + ", all ready.")
                        : Check.bad(
                                "nodes-ready",
                                Listed.count(away.size(), "node") + " not ready: " + Listed.of(away)
                                        + ". Their volumes stay attached there for 6 minutes or longer.",
                                "kubectl describe node " + away.getFirst()
                                        + "; when it is gone for good: kubectl taint node " + away.getFirst()
                                        + " node.kubernetes.io/out-of-service=nodeshutdown:NoExecute"));
    }

    static boolean isReady(Thing node) {
        return node.condition("Ready")
                .filter(condition -> condition.path("status").asText().equals("True"))
                .isPresent();
    }

    static List<Check> versions(Picture picture) {
        OptionalInt server = minor(picture.version());
        List<String> wrong = new ArrayList<>();
        if (server.isPresent()) {
            for (Thing node : picture.all(Sort.NODE)) {
                String version = node.text("/status/nodeInfo/kubeletVersion");
                Optional<String> trouble = trouble(server.getAsInt(), minor(version));
                trouble.ifPresent(text -> wrong.add(node.name() + " (" + version + ", " + text + ")"));
            }
        }
        return List.of(
                wrong.isEmpty()
                        ? Check.ok("versions", "The server is " + picture.version() + ", and its nodes fit it.")
                        : Check.warn(
                                "versions",
                                "Against the server's " + picture.version() + ": " + Listed.of(wrong) + ".",
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
