package dev.stowage.node.stats;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Which health problems were reported as events. The same one is not repeated every minute. Thread-safe.
///
/// @param <K> what has a health
final class ReportedHealth<K> {
    /// Servers delete events after an hour; a problem that persists is then reported again.
    private static final Duration REMINDER = Duration.ofMinutes(50);

    private record Report(String message, Instant at) {}

    /// What to report now.
    enum Change {
        ABNORMAL,
        NORMAL,
        NOTHING
    }

    private final Map<K, Report> reported = new ConcurrentHashMap<>();

    Change update(K key, VolumeCondition condition, Instant now) {
        Report before = reported.get(key);
        if (!condition.abnormal()) {
            return reported.remove(key) == null ? Change.NOTHING : Change.NORMAL;
        }
        boolean known = before != null
                && before.message().equals(condition.message())
                && !before.at().plus(REMINDER).isBefore(now);
        if (!known) {
            reported.put(key, new Report(condition.message(), now));
        }
        return known ? Change.NOTHING : Change.ABNORMAL;
    }

    /// Forgets all others.
    void retain(Collection<K> keys) {
        reported.keySet().retainAll(keys);
    }
}
