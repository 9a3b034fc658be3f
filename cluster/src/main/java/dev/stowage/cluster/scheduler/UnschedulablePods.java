package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Unschedulable pods, by the events that may help them. Thread-safe.
final class UnschedulablePods {
    private final Map<NamespacedName, Set<ClusterEvent>> pods = new HashMap<>();
    private final Map<ClusterEvent, Long> last = new EnumMap<>(ClusterEvent.class);
    private long count;

    /// Read before a decision reads anything: the decision may have missed what happens later.
    synchronized long mark() {
        return count;
    }

    /// @return false when a helpful event has happened since the mark: then the pod is scheduled again
    synchronized boolean park(NamespacedName pod, Set<ClusterEvent> helps, long mark) {
        if (helps.stream().anyMatch(clusterEvent -> last.getOrDefault(clusterEvent, 0L) > mark)) {
            return false;
        }
        pods.put(pod, helps);
        return true;
    }

    /// @return the pods that waited for it; they no longer do
    synchronized List<NamespacedName> activate(ClusterEvent clusterEvent) {
        last.put(clusterEvent, ++count);
        List<NamespacedName> woken = new ArrayList<>();
        for (Iterator<Map.Entry<NamespacedName, Set<ClusterEvent>>> entries =
                        pods.entrySet().iterator();
                entries.hasNext(); ) {
            Map.Entry<NamespacedName, Set<ClusterEvent>> entry = entries.next();
            if (entry.getValue().contains(clusterEvent)) {
                woken.add(entry.getKey());
                entries.remove();
            }
        }
        return woken;
    }

    synchronized void remove(NamespacedName pod) {
        pods.remove(pod);
    }
}
