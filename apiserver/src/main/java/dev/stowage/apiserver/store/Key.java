package dev.stowage.apiserver.store;

import java.util.Comparator;

/// Where an object is kept. Sorted by resource, then namespace, then name.
///
/// @param resource plural and group, such as `pods` or `leases.coordination.k8s.io`
/// @param namespace empty for a resource of the whole cluster
public record Key(String resource, String namespace, String name) implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
            Comparator.comparing(Key::resource).thenComparing(Key::namespace).thenComparing(Key::name);

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }
}
