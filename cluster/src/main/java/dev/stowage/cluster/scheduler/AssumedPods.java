package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All pods that are being bound. Thread-safe.
final class AssumedPods {
    private final Map<NamespacedName, AssumedPod> pods = new HashMap<>();

    synchronized void add(AssumedPod assumedPod) {
        pods.put(assumedPod.pod().key(), assumedPod);
    }

    synchronized Optional<AssumedPod> find(NamespacedName pod) {
        return Optional.ofNullable(pods.get(pod));
    }

    synchronized boolean has(NamespacedName pod) {
        return pods.containsKey(pod);
    }

    synchronized void advance(NamespacedName pod, AssumedPod.State state) {
        pods.computeIfPresent(pod, (_, assumedPod) -> assumedPod.to(state));
    }

    /// @return whether it was there
    synchronized boolean drop(NamespacedName pod) {
        return pods.remove(pod) != null;
    }

    synchronized List<AssumedPod> all() {
        return List.copyOf(pods.values());
    }
}
