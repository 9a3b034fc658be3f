package dev.stowage.sidecar.claim;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Whose volumes these are: those of the whole cluster, or those of one node. The node is read when it is needed, and
/// not watched: a thousand of us would be a thousand watches for labels that hardly ever change. Thread-safe.
public final class NodeScope {
    private static final Duration FRESH = Duration.ofMinutes(1);

    private record Seen(Node node, Instant at) {}

    private final String name;
    private final KubeClient api;
    private final InstantSource clock;
    private volatile Optional<Seen> seen = Optional.empty();

    /// @param name empty for the whole cluster
    public NodeScope(String name, KubeClient api, InstantSource clock) {
        this.name = name;
        this.api = api;
        this.clock = clock;
    }

    public boolean contains(PersistentVolume volume) throws ApiFailure, InterruptedException {
        return name.isEmpty()
                || node().filter(here -> volume.isOnlyOn(here.meta())).isPresent();
    }

    private Optional<Node> node() throws ApiFailure, InterruptedException {
        Instant now = clock.instant();
        Optional<Node> known =
                seen.filter(last -> last.at().plus(FRESH).isAfter(now)).map(Seen::node);
        if (known.isPresent()) {
            return known;
        }
        Optional<Node> read = api.find(Kinds.NODES, "", name);
        seen = read.map(node -> new Seen(node, now));
        return read;
    }
}
