package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pods to be looked at in the next round. One whose placement came to nothing rests a while first, whatever happens
/// meanwhile: else a driver that fails would be asked over and over. Thread-safe.
final class ActiveQueue {
    private final Set<NamespacedName> pods = new LinkedHashSet<>();
    private final Map<NamespacedName, Integer> failures = new HashMap<>();
    private final Set<NamespacedName> resting = new LinkedHashSet<>();

    /// @return whether it is to be looked at
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

    /// @return how often it came to nothing before
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

    /// It is gone, or has a node.
    synchronized void forget(NamespacedName pod) {
        pods.remove(pod);
        resting.remove(pod);
        failures.remove(pod);
    }
}
