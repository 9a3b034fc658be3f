package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pods to schedule in the next round. A pod whose binding failed backs off first, whatever happens in the
/// meantime: otherwise a failing driver would be called over and over. Thread-safe.
final class ActiveQueue {
    private final Set<NamespacedName> pods = new LinkedHashSet<>();
    private final Map<NamespacedName, Integer> failures = new HashMap<>();
    private final Set<NamespacedName> resting = new LinkedHashSet<>();

    /// @return whether it is to be scheduled
    synchronized boolean add(NamespacedName pod) {
        if (resting.contains(pod)) {
            return false;
        }
        pods.add(pod);
        return true;
    }

    synchronized List<NamespacedName> take() {
        List<NamespacedName> taken = List.copyOf(pods);
        pods.clear();
        return taken;
    }

    /// @return how often its binding failed before
    synchronized int backOff(NamespacedName pod) {
        resting.add(pod);
        pods.remove(pod);
        return failures.merge(pod, 1, Integer::sum) - 1;
    }

    synchronized void backOffCompleted(NamespacedName pod) {
        if (resting.remove(pod)) {
            pods.add(pod);
        }
    }

    /// It is deleted, or has a node.
    synchronized void forget(NamespacedName pod) {
        pods.remove(pod);
        resting.remove(pod);
        failures.remove(pod);
    }
}
