package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Claims whose request the driver rejects as invalid. They are retried after a long delay, or when their class is
/// replaced. Thread-safe.
final class InfeasibleClaims {

    private record Entry(Instant until, String className, String classUid) {}

    private final Map<ClaimId, Entry> entries = new ConcurrentHashMap<>();
    private final Duration delay;
    private final InstantSource clock;

    InfeasibleClaims(Duration delay, InstantSource clock) {
        this.delay = delay;
        this.clock = clock;
    }

    /// @return how long the claim must wait
    Duration add(ClaimId id, StorageClass storageClass) {
        entries.put(
                id,
                new Entry(
                        clock.instant().plus(delay),
                        storageClass.meta().name(),
                        storageClass.meta().uid()));
        return delay;
    }

    /// How long a claim must still wait; zero for not at all.
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
