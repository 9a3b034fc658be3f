package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/// When to take a claim that every node may take. All nodes see it at once; each waits for a random time, and
/// longer after each failed attempt, so that few of them collide. Thread-safe.
final class OwnershipBackoff {
    private final Duration base;
    private final ExponentialBackoff backoff;
    private final RandomGenerator random;
    private final Map<String, Turn> turns = new HashMap<>();

    private record Turn(int attempts, Instant due) {}

    OwnershipBackoff(Duration base, Duration longest, RandomGenerator random) {
        this.base = base;
        this.backoff = new ExponentialBackoff(base, longest);
        this.random = random;
    }

    /// The remaining wait; zero or less when it is our turn.
    synchronized Duration remaining(String uid, Instant now) {
        Turn turn = turns.computeIfAbsent(uid, _ -> new Turn(0, now.plus(pause(0))));
        return Duration.between(now, turn.due());
    }

    /// The attempt failed, but another may succeed.
    ///
    /// @return how long to wait
    synchronized Duration again(String uid, Instant now) {
        int attempts = turns.getOrDefault(uid, new Turn(0, now)).attempts() + 1;
        Duration pause = pause(attempts);
        turns.put(uid, new Turn(attempts, now.plus(pause)));
        return pause;
    }

    /// The claim is taken or deleted: if it becomes free again, the waits start over.
    synchronized void forget(String uid) {
        turns.remove(uid);
    }

    private Duration pause(int attempts) {
        long jitter = (long) (base.toNanos() * random.nextDouble());
        return Duration.ofNanos(Math.max(0, backoff.pause(attempts).toNanos() - jitter));
    }
}
