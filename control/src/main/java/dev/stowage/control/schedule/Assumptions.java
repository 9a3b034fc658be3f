package dev.stowage.control.schedule;

import dev.stowage.kube.object.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All pods on their way. Thread-safe.
final class Assumptions {
    private final Map<Key, Assumed> pods = new HashMap<>();

    synchronized void add(Assumed assumed) {
        pods.put(assumed.pod().key(), assumed);
    }

    synchronized Optional<Assumed> find(Key pod) {
        return Optional.ofNullable(pods.get(pod));
    }

    synchronized boolean has(Key pod) {
        return pods.containsKey(pod);
    }

    synchronized void advance(Key pod, Assumed.State state) {
        pods.computeIfPresent(pod, (_, assumed) -> assumed.to(state));
    }

    /// @return whether it was there
    synchronized boolean drop(Key pod) {
        return pods.remove(pod) != null;
    }

    synchronized List<Assumed> all() {
        return List.copyOf(pods.values());
    }
}
