package dev.stowage.kube.leaderelection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A candidate for one lease: waits until it is free, acquires it, renews it, and reports when it is lost. A
/// process that lost its lease must stop immediately. Thread-safe.
public final class LeaderElection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
    private static final int RELEASE_TRIES = 5;
    /// Always six digits: the server accepts nothing else.
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /// Callbacks. Each is called at most once, `lost` only after `leads`.
    public interface Candidate {
        void leads();

        void lost();
    }

    private final KubeClient api;
    private final String namespace;
    private final String name;
    private final String identity;
    private final LeaseTimes times;
    private final Map<String, String> labels;
    private final Candidate candidate;
    private final InstantSource clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private volatile @Nullable Lease seen;
    private volatile long seenAt;
    private volatile long renewedAt;
    private volatile boolean leading;

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
        this.labels = Map.copyOf(labels);
        this.candidate = candidate;
        this.clock = clock;
        this.thread = Thread.ofVirtual().name("lease-" + name).unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    public boolean isLeading() {
        return leading;
    }

    /// The lease as it was last read.
    public Optional<Lease> lease() {
        return Optional.ofNullable(seen);
    }

    /// Whether it leads but has not renewed for longer than the lease duration plus that time.
    public boolean isOverdue(Duration grace) {
        return leading
                && System.nanoTime() - renewedAt > times.duration().plus(grace).toNanos();
    }

    private void run() {
        try {
            while (!attempt()) {
                if (closed.await(jittered(times.retryPeriod()), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            leading = true;
            log.info("{} became leader: it holds the lease {}/{}.", identity, namespace, name);
            candidate.leads();
            while (!closed.await(times.retryPeriod().toNanos(), TimeUnit.NANOSECONDS)) {
                if (!attempt()
                        && System.nanoTime() - renewedAt > times.renewDeadline().toNanos()) {
                    leading = false;
                    log.error("Lost the lease {}/{}.", namespace, name);
                    candidate.lost();
                    return;
                }
            }
        } catch (InterruptedException e) {
            log.debug("The leader election for {}/{} stops.", namespace, name);
        }
    }

    private static long jittered(Duration period) {
        return (long) (period.toNanos() * (1 + ThreadLocalRandom.current().nextDouble() * 0.2));
    }

    /// @return whether the lease is ours now
    private boolean attempt() throws InterruptedException {
        long begun = System.nanoTime();
        try {
            Optional<Lease> found = api.find(Kinds.LEASES, namespace, name);
            found.ifPresent(this::observe);
            LeaseDecision decision = LeaseDecision.of(found, identity, isExpired());
            switch (decision) {
                case CREATE -> observe(api.create(Kinds.LEASES, namespace, write(null, false)));
                case TAKE, RENEW ->
                    observe(api.replace(Kinds.LEASES, namespace, name, write(found.orElseThrow(), false)));
                case WAIT -> {
                    return false;
                }
            }
            renewedAt = begun;
            return true;
        } catch (ApiFailure e) {
            if (!e.isConflict() && !e.isAlreadyExists()) {
                log.warn("Failed to renew the lease {}/{}: {}", namespace, name, e.getMessage());
            }
            return false;
        }
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

    private ObjectNode write(@Nullable Lease before, boolean released) {
        Instant now = clock.instant();
        boolean ours = before != null && before.holder().equals(identity);
        ObjectNode lease = Json.object();
        ObjectNode meta = lease.putObject("metadata").put("name", name).put("namespace", namespace);
        if (before != null) {
            meta.put("resourceVersion", before.meta().resourceVersion());
        }
        ObjectNode all = Json.object();
        if (before != null) {
            before.meta().labels().forEach(all::put);
        }
        labels.forEach(all::put);
        if (!all.isEmpty()) {
            meta.set("labels", all);
        }
        Instant since = before == null || !ours ? null : before.acquireTime();
        Instant acquired = since == null ? now : since;
        int transitions = before == null ? 0 : before.transitions() + (ours ? 0 : 1);
        lease.putObject("spec")
                .put("holderIdentity", released ? "" : identity)
                .put(
                        "leaseDurationSeconds",
                        released ? 1 : (int) times.duration().toSeconds())
                .put("acquireTime", MICROS.format(acquired))
                .put("renewTime", MICROS.format(now))
                .put("leaseTransitions", transitions);
        return lease;
    }

    /// Releases the lease, so that the next leader does not have to wait until it expires.
    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
        Lease last = seen;
        if (!leading || last == null) {
            return;
        }
        leading = false;
        try {
            thread.join();
            release(RELEASE_TRIES);
        } catch (ApiFailure e) {
            log.warn("Failed to release the lease {}/{}: {}", namespace, name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The server may still process a renewal that we got no answer to; the lease then has another version.
    private void release(int tries) throws ApiFailure, InterruptedException {
        Optional<Lease> now = api.find(Kinds.LEASES, namespace, name);
        if (now.isEmpty() || !now.get().holder().equals(identity)) {
            return;
        }
        try {
            api.replace(Kinds.LEASES, namespace, name, write(now.get(), true));
            log.info("Released the lease {}/{}.", namespace, name);
        } catch (ApiFailure e) {
            if (tries <= 1 || !e.isConflict()) {
                throw e;
            }
            release(tries - 1);
        }
    }
}
