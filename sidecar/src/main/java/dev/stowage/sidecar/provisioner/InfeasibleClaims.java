package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Claims whose request will not do, however often it is made. They are tried again after a long pause, or when their
/// class is another. Thread-safe.
final class InfeasibleClaims {

    private record Entry(Instant until, String className, String classUid) {}

    private final Map<ClaimId, Entry> entries = new ConcurrentHashMap<>();
    private final Duration pause;
    private final InstantSource clock;

    InfeasibleClaims(Duration pause, InstantSource clock) {
        this.pause = pause;
        this.clock = clock;
    }

    void add(ClaimId id, StorageClass storageClass) {
        entries.put(
                id,
                new Entry(
                        clock.instant().plus(pause),
                        storageClass.meta().name(),
                        storageClass.meta().uid()));
    }

    /// How long a claim has to wait still; zero for not at all.
    Duration remaining(ClaimId id, StorageClass storageClass) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(clock.instant(), entry.until());
        if (!left.isPositive() || !entry.classUid().equals(storageClass.meta().uid())) {
            entries.remove(id);
            return Duration.ZERO;
        }
        return left;
    }

    List<ClaimId> waitingFor(String className) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().className().equals(className))
                .map(Map.Entry::getKey)
                .toList();
    }

    void forget(ClaimId id) {
        entries.remove(id);
    }
}
