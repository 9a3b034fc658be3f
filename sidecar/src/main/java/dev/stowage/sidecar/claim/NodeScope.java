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

/// The volumes that a role serves: those of the whole cluster, or those of one node. The node is read when
/// needed and not watched: a thousand nodes would mean a thousand watches for labels that rarely change.
/// Thread-safe.
public final class NodeScope {
    private static final Duration FRESH = Duration.ofMinutes(1);

    private record CachedNode(Node node, Instant at) {}

    private final String name;
    private final KubeClient api;
    private final InstantSource clock;
    private volatile Optional<CachedNode> seen = Optional.empty();

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
                seen.filter(last -> last.at().plus(FRESH).isAfter(now)).map(CachedNode::node);
        if (known.isPresent()) {
            return known;
        }
        Optional<Node> read = api.find(Kinds.NODES, "", name);
        seen = read.map(node -> new CachedNode(node, now));
        return read;
    }
}
