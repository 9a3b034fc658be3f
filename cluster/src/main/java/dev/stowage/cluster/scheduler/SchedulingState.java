package dev.stowage.cluster.scheduler;

import dev.stowage.cluster.scheduler.SchedulingDecision.Fit;
import dev.stowage.kube.model.Pod;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The state when pods are scheduled, including all reservations.
///
/// @param nodes by name
/// @param namespaces the labels of each
record SchedulingState(
        SortedMap<String, NodeInfo> nodes, StorageState storageState, Map<String, Map<String, String>> namespaces) {

    /// The state for the next pod.
    SchedulingState with(Pod pod, Fit fit) {
        SortedMap<String, NodeInfo> after = new TreeMap<>(nodes);
        after.computeIfPresent(fit.node(), (_, node) -> node.plus(pod, CsiVolumeUsage.of(pod, storageState)));
        return new SchedulingState(after, storageState.with(pod, fit), namespaces);
    }

    /// As if these pods had left the node.
    SchedulingState without(String name, Collection<Pod> gone) {
        SortedMap<String, NodeInfo> after = new TreeMap<>(nodes);
        after.computeIfPresent(name, (_, node) -> node.without(gone));
        return new SchedulingState(after, storageState.without(gone), namespaces);
    }
}
