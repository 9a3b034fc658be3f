package dev.stowage.cluster.workload.daemonset;

import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.kube.model.DaemonSet;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a decision about a DaemonSet is based on.
///
/// @param hash identifies the template that its pods must have
record DaemonSetState(DaemonSet set, String hash, List<Node> nodes, List<Pod> pods, Instant now) {
    static final String HASH = "controller-revision-hash";
    static final String GENERATION = "pod-template-generation";

    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";
    private static final Duration LEAST_LIFE = Duration.ofSeconds(10);
    private static final Comparator<Pod> OLDEST = Comparator.comparing((Pod pod) ->
                    Optional.ofNullable(pod.meta().creationTimestamp()).orElse(Instant.EPOCH))
            .thenComparing(pod -> pod.meta().name());

    /// The oldest first. Terminated pods still count for their node.
    Map<String, List<Pod>> byNode() {
        return pods.stream()
                .sorted(OLDEST)
                .collect(Collectors.groupingBy(NodeEligibility::target, TreeMap::new, Collectors.toList()));
    }

    String templateGeneration() {
        return set.meta().annotation(TEMPLATE_GENERATION);
    }

    boolean isUpdated(Pod pod) {
        return hash.equals(pod.meta().labels().get(HASH))
                || (!templateGeneration().isEmpty()
                        && templateGeneration().equals(pod.meta().labels().get(GENERATION)));
    }

    boolean isAvailable(Pod pod) {
        return PodAvailability.isAvailable(pod, set.minReadySeconds(), now);
    }

    /// A node may reject a pod immediately; its replacement must not be created as fast.
    boolean isFresh(Pod pod) {
        Instant created = pod.meta().creationTimestamp();
        return created != null && created.plus(LEAST_LIFE).isAfter(now);
    }

    /// When the next terminated pod can be replaced, or the next pod becomes available; empty when there is
    /// none.
    Optional<Duration> requeueAfter() {
        Optional<Duration> available = PodAvailability.next(pods, set.minReadySeconds(), now);
        return pods.stream().anyMatch(pod -> pod.isOver() && isFresh(pod)) ? Optional.of(LEAST_LIFE) : available;
    }

    int wanted() {
        return Math.toIntExact(nodes.stream()
                .filter(node -> NodeEligibility.of(set, node).run())
                .count());
    }
}
