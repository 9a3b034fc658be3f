package dev.stowage.cluster.workload.statefulset;

import dev.stowage.cluster.workload.PodAvailability;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StatefulSet;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a decision about a set is based on.
///
/// @param current the revision of the current pods
/// @param update the revision that they are updated to
/// @param claims those of the set that exist, by name
record StatefulSetState(
        StatefulSet set,
        ControllerRevision current,
        ControllerRevision update,
        List<Pod> pods,
        Map<String, PersistentVolumeClaim> claims,
        Instant now) {

    /// Existing pods in the range of replicas, by ordinal.
    Map<Integer, Pod> replicas() {
        Map<Integer, Pod> replicas = new TreeMap<>();
        pods.stream()
                .filter(pod -> PodIdentity.isWanted(set, ordinal(pod)))
                .forEach(pod -> replicas.put(ordinal(pod), pod));
        return replicas;
    }

    /// Surplus pods, the highest ordinal first.
    List<Pod> condemned() {
        return pods.stream()
                .filter(pod -> ordinal(pod) >= 0 && !PodIdentity.isWanted(set, ordinal(pod)))
                .sorted(Comparator.comparingInt(this::ordinal).reversed())
                .toList();
    }

    /// The lowest needed pod that is unhealthy, otherwise the lowest surplus pod that is. One that is still
    /// to be created comes before all others, and is not a pod yet.
    Optional<Pod> firstUnavailable() {
        Map<Integer, Pod> replicas = replicas();
        if (replicas.size() < set.replicas()) {
            for (int ordinal = set.first(); replicas.containsKey(ordinal); ordinal++) {
                if (isUnavailable(replicas.get(ordinal))) {
                    return Optional.of(replicas.get(ordinal));
                }
            }
            return Optional.empty();
        }
        return Stream.concat(replicas.values().stream(), condemned().reversed().stream())
                .filter(this::isUnavailable)
                .findFirst();
    }

    int ordinal(Pod pod) {
        return PodIdentity.ordinal(set, pod);
    }

    boolean isAvailable(Pod pod) {
        return PodAvailability.isAvailable(pod, set.minReadySeconds(), now);
    }

    boolean isUnavailable(Pod pod) {
        return pod.isBeingDeleted() || !isAvailable(pod);
    }

    static String revision(Pod pod) {
        return pod.meta().labels().getOrDefault(PodIdentity.REVISION, "");
    }
}
