package dev.stowage.control.schedule;

import dev.stowage.k8s.NamespacedName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All pods on their way. Thread-safe.
final class Assumptions {
    private final Map<NamespacedName, Assumed> pods = new HashMap<>();

    synchronized void add(Assumed assumed) {
        pods.put(assumed.pod().key(), assumed);
    }

    synchronized Optional<Assumed> find(NamespacedName pod) {
        return Optional.ofNullable(pods.get(pod));
    }

    synchronized boolean has(NamespacedName pod) {
        return pods.containsKey(pod);
    }

    synchronized void advance(NamespacedName pod, Assumed.State state) {
        pods.computeIfPresent(pod, (_, assumed) -> assumed.to(state));
    }

    /// @return whether it was there
    synchronized boolean drop(NamespacedName pod) {
        return pods.remove(pod) != null;
    }

    synchronized List<Assumed> all() {
        return List.copyOf(pods.values());
    }
}
