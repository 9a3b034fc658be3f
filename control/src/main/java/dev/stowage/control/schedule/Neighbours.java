package dev.stowage.control.schedule;

import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodAffinityTerm;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where the pods are that a pod wants to be with or away from, and those that want to be away from it.
///
/// @param near labels of nodes, key and value, where pods are that it wants to be with
/// @param apart the same, of pods that it wants to be away from
/// @param repelled the same, of pods that want to be away from it
record Neighbours(Set<Spot> near, Set<Spot> apart, Set<Spot> repelled) {

    /// A label of nodes that are near each other.
    record Spot(String key, String value) {}

    static Neighbours of(Pod pod, View view) {
        var neighbours = new Neighbours(new HashSet<>(), new HashSet<>(), new HashSet<>());
        view.nodes()
                .values()
                .forEach(node -> node.pods()
                        .forEach(placed ->
                                neighbours.see(pod, placed.pod(), node.node().meta(), view.namespaces())));
        return neighbours;
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

    private static Optional<Spot> spot(PodAffinityTerm term, ObjectMeta node) {
        return Optional.ofNullable(node.labels().get(term.topologyKey()))
                .map(value -> new Spot(term.topologyKey(), value));
    }

    private static boolean matches(PodAffinityTerm term, Pod of, ObjectMeta other, Map<String, Map<String, String>> namespaces) {
        return term.matches(other, of.meta().namespace(), namespaces.getOrDefault(other.namespace(), Map.of()));
    }

    private static boolean matchesAll(
            List<PodAffinityTerm> terms, Pod of, ObjectMeta other, Map<String, Map<String, String>> namespaces) {
        return !terms.isEmpty() && terms.stream().allMatch(term -> matches(term, of, other, namespaces));
    }

    List<Reason> check(Pod pod, ObjectMeta node, Map<String, Map<String, String>> namespaces) {
        List<PodAffinityTerm> wanted = pod.scheduling().podAffinity();
        boolean known = wanted.stream().allMatch(term -> spot(term, node).isPresent());
        boolean there = wanted.stream()
                .allMatch(term -> spot(term, node).filter(near::contains).isPresent());
        // The first of pods that want to be together has nobody to be with.
        boolean first = near.isEmpty() && matchesAll(wanted, pod, pod.meta(), namespaces);
        if (!wanted.isEmpty() && (!known || !(there || first))) {
            return List.of(Reason.NO_COMPANY);
        }
        if (pod.scheduling().podAntiAffinity().stream()
                .anyMatch(term -> spot(term, node).filter(apart::contains).isPresent())) {
            return List.of(Reason.BAD_COMPANY);
        }
        boolean unwelcome = repelled.stream()
                .anyMatch(spot -> spot.value().equals(node.labels().get(spot.key())));
        return unwelcome ? List.of(Reason.UNWELCOME) : List.of();
    }
}
