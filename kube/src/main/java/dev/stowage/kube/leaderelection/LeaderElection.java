package dev.stowage.kube.leaderelection;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A candidate for one lease: waits until it is free, acquires it, renews it, and reports when it is lost. A
/// process that lost its lease must stop immediately.
///
/// The lease is lost when it was not renewed within the renew deadline. A watchdog decides that, not the
/// thread that renews: that one may hang in a request, and the next leader does not wait for it. Thread-safe.
public final class LeaderElection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
    private static final int RELEASE_TRIES = 5;
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(2);

    /// Callbacks, which return soon. Each is called at most once, `lost` only after `leads`.
    public interface Candidate {
        void leads();

        void lost();
    }

    private enum Phase {
        CANDIDATE,
        LEADING,
        LOST,
        CLOSED
    }

    private final KubeClient api;
    private final String namespace;
    private final String name;
    private final String identity;
    private final LeaseTimes times;
    private final LeaseObject object;
    private final Candidate candidate;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.CANDIDATE);
    private final Thread thread;
    private final Thread watchdog;

    private volatile @Nullable Lease seen;
    private volatile long seenAt;
    private volatile long renewedAt;
    /// Whether the lease may be ours: a write was sent, perhaps without an answer.
    private volatile boolean wrote;

    /// @param api with its own limit, so that other work never delays a renewal
    public LeaderElection(
            KubeClient api,
            String namespace,
            String name,
            String identity,
            LeaseTimes times,
            Map<String, String> labels,
            Candidate candidate,
            InstantSource clock) {
        this.api = api;
        this.namespace = namespace;
        this.name = name;
        this.identity = identity;
        this.times = times;
        this.object = new LeaseObject(namespace, name, identity, times, Map.copyOf(labels));
        this.candidate = candidate;
        this.clock = clock;
        this.thread = Thread.ofVirtual().name("lease-" + name).unstarted(this::run);
        this.watchdog = Thread.ofVirtual().name("lease-watchdog-" + name).unstarted(this::watch);
    }

    public void start() {
        thread.start();
    }

    public boolean isLeading() {
        return phase.get() == Phase.LEADING;
    }

    /// The lease as it was last read.
    public Optional<Lease> lease() {
        return Optional.ofNullable(seen);
    }

    /// Whether it leads but has not renewed for longer than the lease duration plus that time.
    public boolean isOverdue(Duration grace) {
        return isLeading()
                && System.nanoTime() - renewedAt > times.duration().plus(grace).toNanos();
    }

    private void run() {
        try {
            while (!attempt()) {
                if (closed.await(jittered(times.retryPeriod()), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            if (!phase.compareAndSet(Phase.CANDIDATE, Phase.LEADING)) {
                return;
            }
            log.info("{} became leader: it holds the lease {}/{}.", identity, namespace, name);
            try {
                candidate.leads();
            } finally {
                watchdog.start();
            }
            while (isLeading() && !closed.await(times.retryPeriod().toNanos(), TimeUnit.NANOSECONDS)) {
                var _ = attempt();
            }
        } catch (InterruptedException e) {
            log.debug("The leader election for {}/{} stops.", namespace, name);
        }
    }

    private void watch() {
        try {
            for (long left = timeLeft(renewedAt); left > 0; left = timeLeft(renewedAt)) {
                if (closed.await(left, TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            lose("it was not renewed within " + times.renewDeadline().toSeconds() + "s");
        } catch (InterruptedException e) {
            log.debug("The watchdog of the lease {}/{} stops.", namespace, name);
        }
    }

    private void lose(String why) {
        if (phase.compareAndSet(Phase.LEADING, Phase.LOST)) {
            log.error("Lost the lease {}/{}: {}.", namespace, name, why);
            candidate.lost();
            // A request that hangs must not renew the lease later.
            thread.interrupt();
        }
    }

    private long timeLeft(long since) {
        return since + times.renewDeadline().toNanos() - System.nanoTime();
    }

    private static long jittered(Duration period) {
        return (long) (period.toNanos() * (1 + ThreadLocalRandom.current().nextDouble() * 0.2));
    }

    /// @return whether the lease is ours now
    private boolean attempt() throws InterruptedException {
        long begun = System.nanoTime();
        long since = isLeading() ? renewedAt : begun;
        try {
            Optional<Lease> found = inTime(since).find(Kinds.LEASES, namespace, name);
            found.ifPresent(this::observe);
            if (phase.get() == Phase.LOST || phase.get() == Phase.CLOSED) {
                return false;
            }
            switch (LeaseDecision.of(found, identity, isExpired())) {
                case CREATE -> {
                    wrote = true;
                    observe(inTime(since).create(Kinds.LEASES, namespace, object.held(null, clock.instant())));
                }
                case TAKE, RENEW -> {
                    wrote = true;
                    var held = object.held(found.orElseThrow(), clock.instant());
                    observe(inTime(since).replace(Kinds.LEASES, namespace, name, held));
                }
                case WAIT -> {
                    lose("it is held by " + found.orElseThrow().holder());
                    return false;
                }
            }
            // An answer that took too long says who held the lease, not who holds it.
            if (timeLeft(since) <= 0) {
                return false;
            }
            renewedAt = begun;
            return true;
        } catch (ApiFailure e) {
            if (!e.isConflict() && !e.isAlreadyExists()) {
                log.warn("Failed to renew the lease {}/{}: {}", namespace, name, e.getMessage());
            }
            return false;
        } catch (RuntimeException e) {
            log.warn("Failed to renew the lease {}/{}.", namespace, name, e);
            return false;
        }
    }

    private KubeClient inTime(long since) {
        return api.within(Duration.ofNanos(Math.max(1, timeLeft(since))));
    }

    private void observe(Lease lease) {
        Lease before = seen;
        if (before == null
                || !before.meta().resourceVersion().equals(lease.meta().resourceVersion())) {
            seen = lease;
            seenAt = System.nanoTime();
        }
    }

    private boolean isExpired() {
        Lease lease = seen;
        return lease != null && System.nanoTime() - seenAt > TimeUnit.SECONDS.toNanos(lease.seconds());
    }

    /// Releases the lease, so that the next leader does not have to wait until it expires.
    @Override
    public void close() {
        Phase before = phase.getAndSet(Phase.CLOSED);
        closed.countDown();
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            // An attempt in progress usually ends at once, and then it is certain whether the lease is ours.
            if (before == Phase.LOST || !thread.join(CLOSE_GRACE)) {
                thread.interrupt();
                var _ = thread.join(CLOSE_GRACE);
            }
            if (wrote && (before == Phase.CANDIDATE || before == Phase.LEADING)) {
                release(RELEASE_TRIES);
            }
        } catch (ApiFailure e) {
            log.warn("Failed to release the lease {}/{}: {}", namespace, name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The server may still process a renewal that we got no answer to; the lease then has another version.
    private void release(int tries) throws ApiFailure, InterruptedException {
        KubeClient client = api.within(times.renewDeadline());
        Optional<Lease> now = client.find(Kinds.LEASES, namespace, name);
        if (now.isEmpty() || !now.get().holder().equals(identity)) {
            return;
        }
        try {
            client.replace(Kinds.LEASES, namespace, name, object.released(now.get(), clock.instant()));
            log.info("Released the lease {}/{}.", namespace, name);
        } catch (ApiFailure e) {
            if (tries <= 1 || !e.isConflict()) {
                throw e;
            }
            release(tries - 1);
        }
    }
}
