package dev.stowage.node.server.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A cache whose entries expire. The oldest are removed when there are too many.
final class ExpiringCache<V> {
    private static final int MOST = 1000;

    private record Entry<V>(V value, Instant until) {}

    private final InstantSource clock;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();

    ExpiringCache(InstantSource clock) {
        this.clock = clock;
    }

    synchronized Optional<V> find(String key) {
        Entry<V> entry = entries.get(key);
        return entry == null || entry.until().isBefore(clock.instant()) ? Optional.empty() : Optional.of(entry.value());
    }

    synchronized void put(String key, V value, Duration lasts) {
        entries.remove(key);
        entries.put(key, new Entry<>(value, clock.instant().plus(lasts)));
        if (entries.size() > MOST) {
            entries.remove(entries.keySet().iterator().next());
        }
    }
}
