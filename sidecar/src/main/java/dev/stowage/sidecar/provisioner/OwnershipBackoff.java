package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// When to reach for a claim that every node may take. All nodes see it at once; each waits for another time, and
/// longer
/// after each attempt that failed, so that few of them collide. Thread-safe.
final class OwnershipBackoff {
    private final Duration base;
    private final ExponentialBackoff pauses;
    private final RandomGenerator random;
    private final Map<String, Turn> turns = new HashMap<>();

    private record Turn(int attempts, Instant due) {}

    OwnershipBackoff(Duration base, Duration longest, RandomGenerator random) {
        this.base = base;
        this.pauses = new ExponentialBackoff(base, longest);
        this.random = random;
    }

    /// How long to wait yet; zero or less when it is our turn.
    synchronized Duration remaining(String uid, Instant now) {
        Turn turn = turns.computeIfAbsent(uid, _ -> new Turn(0, now.plus(pause(0))));
        return Duration.between(now, turn.due());
    }

    /// The attempt came to nothing, but another may not.
    ///
    /// @return how long to wait
    synchronized Duration again(String uid, Instant now) {
        int attempts = turns.getOrDefault(uid, new Turn(0, now)).attempts() + 1;
        Duration pause = pause(attempts);
        turns.put(uid, new Turn(attempts, now.plus(pause)));
        return pause;
    }

    /// The claim is somebody's, or gone: should it become free once more, the waits begin anew.
    synchronized void forget(String uid) {
        turns.remove(uid);
    }

    private Duration pause(int attempts) {
        long jitter = (long) (base.toNanos() * random.nextDouble());
        return Duration.ofNanos(Math.max(0, pauses.pause(attempts).toNanos() - jitter));
    }
}
