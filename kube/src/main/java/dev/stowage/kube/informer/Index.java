package dev.stowage.kube.informer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.KubeObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The objects of an informer by a secondary key. Thread-safe.
public final class Index<T extends KubeObject> {
    private final Function<T, ? extends Collection<String>> terms;
    private final Map<String, Map<NamespacedName, T>> byTerm = new HashMap<>();

    Index(Function<T, ? extends Collection<String>> terms) {
        this.terms = terms;
    }

    /// A copy: it does not change when the informer does.
    public synchronized List<T> get(String term) {
        Map<NamespacedName, T> found = byTerm.get(term);
        return found == null ? List.of() : List.copyOf(found.values());
    }

    public synchronized boolean has(String term) {
        return byTerm.containsKey(term);
    }

    synchronized void change(@Nullable T before, @Nullable T now) {
        if (before != null) {
            for (String term : terms.apply(before)) {
                Map<NamespacedName, T> found = byTerm.get(term);
                if (found != null) {
                    found.remove(before.key());
                    if (found.isEmpty()) {
                        byTerm.remove(term);
                    }
                }
            }
        }
        if (now != null) {
            for (String term : terms.apply(now)) {
                byTerm.computeIfAbsent(term, _ -> new LinkedHashMap<>(2)).put(now.key(), now);
            }
        }
    }
}
