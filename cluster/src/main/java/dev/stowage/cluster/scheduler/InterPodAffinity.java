package dev.stowage.cluster.scheduler;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodAffinityTerm;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where the pods are that a pod has affinity or anti-affinity to, and those that have anti-affinity to it.
///
/// @param near labels of nodes, key and value, with pods that it has affinity to
/// @param apart the same, with pods that it has anti-affinity to
/// @param repelled the same, with pods that have anti-affinity to it
record InterPodAffinity(Set<TopologyPair> near, Set<TopologyPair> apart, Set<TopologyPair> repelled) {

    /// A topology label of nodes.
    record TopologyPair(String key, String value) {}

    static InterPodAffinity of(Pod pod, SchedulingState schedulingState) {
        var interPodAffinity = new InterPodAffinity(new HashSet<>(), new HashSet<>(), new HashSet<>());
        schedulingState
                .nodes()
                .values()
                .forEach(node -> node.pods()
                        .forEach(placedPod -> interPodAffinity.see(
                                pod, placedPod.pod(), node.node().meta(), schedulingState.namespaces())));
        return interPodAffinity;
    }

    private void see(Pod pod, Pod other, ObjectMeta node, Map<String, Map<String, String>> namespaces) {
        if (matchesAll(pod.scheduling().podAffinity(), pod, other.meta(), namespaces)) {
            pod.scheduling().podAffinity().forEach(term -> spot(term, node).ifPresent(near::add));
        }
        for (PodAffinityTerm term : pod.scheduling().podAntiAffinity()) {
            if (matches(term, pod, other.meta(), namespaces)) {
                spot(term, node).ifPresent(apart::add);
            }
        }
        for (PodAffinityTerm term : other.scheduling().podAntiAffinity()) {
            if (matches(term, other, pod.meta(), namespaces)) {
                spot(term, node).ifPresent(repelled::add);
            }
        }
    }

    private static Optional<TopologyPair> spot(PodAffinityTerm term, ObjectMeta node) {
        return Optional.ofNullable(node.labels().get(term.topologyKey()))
                .map(value -> new TopologyPair(term.topologyKey(), value));
    }

    private static boolean matches(
            PodAffinityTerm term, Pod of, ObjectMeta other, Map<String, Map<String, String>> namespaces) {
        return term.matches(other, of.meta().namespace(), namespaces.getOrDefault(other.namespace(), Map.of()));
    }

    private static boolean matchesAll(
            List<PodAffinityTerm> terms, Pod of, ObjectMeta other, Map<String, Map<String, String>> namespaces) {
        return !terms.isEmpty() && terms.stream().allMatch(term -> matches(term, of, other, namespaces));
    }

    List<UnschedulableReason> check(Pod pod, ObjectMeta node, Map<String, Map<String, String>> namespaces) {
        List<PodAffinityTerm> wanted = pod.scheduling().podAffinity();
        boolean known = wanted.stream().allMatch(term -> spot(term, node).isPresent());
        boolean there = wanted.stream()
                .allMatch(term -> spot(term, node).filter(near::contains).isPresent());
        // The first pod of a group with affinity to each other has no match.
        boolean first = near.isEmpty() && matchesAll(wanted, pod, pod.meta(), namespaces);
        if (!wanted.isEmpty() && (!known || !(there || first))) {
            return List.of(UnschedulableReason.NO_COMPANY);
        }
        if (pod.scheduling().podAntiAffinity().stream()
                .anyMatch(term -> spot(term, node).filter(apart::contains).isPresent())) {
            return List.of(UnschedulableReason.BAD_COMPANY);
        }
        boolean unwelcome = repelled.stream()
                .anyMatch(topologyPair ->
                        topologyPair.value().equals(node.labels().get(topologyPair.key())));
        return unwelcome ? List.of(UnschedulableReason.UNWELCOME) : List.of();
    }
}
