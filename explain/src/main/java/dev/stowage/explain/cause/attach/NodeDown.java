package dev.stowage.explain.cause.attach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Nodes;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Uses;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;

/// The pod is on a node that does not answer: nothing is mounted there, and nothing unmounted.
public final class NodeDown implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return strand.pod()
                .filter(pod -> Uses.isStarting(pod)
                        || (pod.isDeleting() && !Uses.node(pod).isEmpty()))
                .flatMap(pod -> strand.node()
                        .map(node -> Nodes.isReady(node) ? Optional.<Finding>empty() : silent(pod, node))
                        .orElseGet(() -> gone(pod, strand)));
    }

    private static Optional<Finding> silent(Thing pod, Thing node) {
        Optional<JsonNode> ready = node.condition("Ready");
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return Draft.of(
                        "node-down",
                        Weight.CAUSE,
                        Part.NODE,
                        "%s is on node %s, which is not ready: its volumes are neither mounted nor unmounted until it is."
                                .formatted(pod.title(), node.name()))
                .actor(Actor.CLUSTER_ADMIN)
                .shows(
                        node,
                        "Ready is " + Nodes.readiness(node) + ": "
                                + ready.get().path("message").asText(""))
                .since(new Thing(Sort.NODE, ready.get()), "/lastTransitionTime")
                .safe("See why the node is not ready.", Commands.describe(node))
                .found();
    }

    private static Optional<Finding> gone(Thing pod, Strand strand) {
        if (!strand.picture().sees(Sort.NODE)) {
            return Optional.empty();
        }
        return Draft.of(
                        "node-gone",
                        Weight.CAUSE,
                        Part.NODE,
                        "%s is on node %s, which does not exist.".formatted(pod.title(), Uses.node(pod)))
                .actor(Actor.USER)
                .shows(pod, "spec.nodeName " + Uses.node(pod))
                .advice("If somebody wrote the node's name into the pod, let the scheduler choose instead.")
                .safe("See which nodes there are.", "kubectl get nodes")
                .safe("Delete the pod; whoever made it makes another.", Commands.delete(pod))
                .found();
    }
}
