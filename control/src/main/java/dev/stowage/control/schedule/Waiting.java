package dev.stowage.control.schedule;

import dev.stowage.k8s.NamespacedName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pods that found no node, by what may help them. Thread-safe.
final class Waiting {
    private final Map<NamespacedName, Set<Wake>> pods = new HashMap<>();
    private final Map<Wake, Long> last = new EnumMap<>(Wake.class);
    private long count;

    /// Taken before a decision looks at anything: what happens after may not have been seen.
    synchronized long mark() {
        return count;
    }

    /// @return false when something that helps has happened since the mark: then the pod is looked at again
    synchronized boolean park(NamespacedName pod, Set<Wake> helps, long mark) {
        if (helps.stream().anyMatch(wake -> last.getOrDefault(wake, 0L) > mark)) {
            return false;
        }
        pods.put(pod, helps);
        return true;
    }

    /// @return those that have waited for it; they wait no more
    synchronized List<NamespacedName> wake(Wake wake) {
        last.put(wake, ++count);
        List<NamespacedName> woken = new ArrayList<>();
        for (Iterator<Map.Entry<NamespacedName, Set<Wake>>> entries = pods.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<NamespacedName, Set<Wake>> entry = entries.next();
            if (entry.getValue().contains(wake)) {
                woken.add(entry.getKey());
                entries.remove();
            }
        }
        return woken;
    }

    synchronized void leave(NamespacedName pod) {
        pods.remove(pod);
    }
}
