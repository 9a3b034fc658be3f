package dev.stowage.cluster.workload;

import dev.stowage.kube.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which pods are deleted first when there are too many: those that serve least.
///
/// Ages are compared by order of magnitude, so it is not always the youngest that is deleted: all pods of one
/// deployment are about as old. Container restarts do not count, because they are not cached.
public final class PodDeletionRanking {
    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private PodDeletionRanking() {}

    /// @param related pods that do the same work, including the candidates
    public static List<Pod> firstToGo(Collection<Pod> pods, Collection<Pod> related, int number, Instant now) {
        Map<String, Integer> onNode = new HashMap<>();
        related.forEach(pod -> onNode.merge(pod.nodeName(), 1, Integer::sum));
        return pods.stream()
                .sorted(Comparator.comparing((Pod pod) -> !pod.nodeName().isEmpty())
                        .thenComparingInt(pod -> PHASES.indexOf(pod.phase()))
                        .thenComparing(Pod::isReady)
                        .thenComparingInt(PodDeletionRanking::cost)
                        .thenComparingInt(pod -> -onNode.getOrDefault(pod.nodeName(), 0))
                        .thenComparingInt(
                                pod -> magnitude(PodAvailability.readySince(pod).orElse(null), now))
                        .thenComparingInt(pod -> magnitude(pod.meta().creationTimestamp(), now))
                        .thenComparing(pod -> pod.meta().uid()))
                .limit(number)
                .toList();
    }

    private static int cost(Pod pod) {
        try {
            return Integer.parseInt(pod.meta().annotation("controller.kubernetes.io/pod-deletion-cost"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static int magnitude(@Nullable Instant since, Instant now) {
        if (since == null) {
            return -1;
        }
        long age = Duration.between(since, now).toNanos();
        return age <= 0 ? -1 : Long.SIZE - Long.numberOfLeadingZeros(age);
    }
}
