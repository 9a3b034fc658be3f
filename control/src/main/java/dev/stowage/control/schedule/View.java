package dev.stowage.control.schedule;

import dev.stowage.control.schedule.Placement.Fit;
import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What can be seen when pods are placed, with all that was promised to others.
///
/// @param nodes by name
/// @param namespaces the labels of each
record View(SortedMap<String, NodeView> nodes, Storage storage, Map<String, Map<String, String>> namespaces) {

    /// What is left for the next one.
    View with(Pod pod, Fit fit) {
        SortedMap<String, NodeView> after = new TreeMap<>(nodes);
        after.computeIfPresent(fit.node(), (_, node) -> node.plus(pod, CsiVolumes.of(pod, storage)));
        return new View(after, storage.with(pod, fit), namespaces);
    }

    /// As if these pods had left the node.
    View without(String name, Collection<Pod> gone) {
        SortedMap<String, NodeView> after = new TreeMap<>(nodes);
        after.computeIfPresent(name, (_, node) -> node.without(gone));
        return new View(after, storage.without(gone), namespaces);
    }
}
