package dev.stowage.sidecar.provision.source;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import dev.stowage.sidecar.Shared;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps snapshots from deletion while volumes are made from them, and lets go of those that somebody forgot. Who runs
/// us may not allow it: volumes are made nevertheless.
final class SnapshotProtection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SnapshotProtection.class);

    private final Shared shared;
    private final Mirror<Claim> claims;
    private final Mirror<Snapshot> guarded;
    private final Index<Claim> pending;
    private final Finalizers<Snapshot> finalizers;
    private final WorkQueue<Key> queue;
    private final Duration sweep;
    private volatile boolean forbidden;

    /// @param sweep how often all are looked at again; zero for never
    SnapshotProtection(Shared shared, Index<Claim> pending, Duration sweep, Backoff pauses) {
        this.shared = shared;
        this.claims = shared.mirrors().of(Kinds.CLAIMS);
        this.guarded = shared.mirrors()
                .of(Kinds.SNAPSHOTS, snapshot -> snapshot.meta().hasFinalizer(SnapshotRules.PROTECTION), "");
        this.pending = pending;
        this.finalizers = new Finalizers<>(guarded, shared.api(), SnapshotRules.PROTECTION);
        this.sweep = sweep;
        this.queue = new WorkQueue<>("snapshot-protection", 1, pauses, this::work, shared.timer(), shared.queues());
        guarded.listen((_, now) -> look(now));
        claims.listen(this::changed);
    }

    private void look(@Nullable Snapshot now) {
        if (now != null) {
            queue.add(now.key());
        }
    }

    private void changed(@Nullable Claim before, @Nullable Claim now) {
        if (before != null
                && !Named.needed(before).isEmpty()
                && (now == null || Named.needed(now).isEmpty())) {
            guarded.find(new Key(Named.namespace(before), Named.name(before))).ifPresent(this::look);
        }
    }

    /// Does not wait for snapshots: there may be none of them in this cluster.
    void start() throws InterruptedException {
        claims.awaitSynced();
        queue.start();
        if (sweep.isPositive()) {
            later();
        }
    }

    private void later() {
        var _ = shared.timer()
                .schedule(
                        () -> {
                            guarded.all().forEach(this::look);
                            later();
                        },
                        sweep.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    void add(Snapshot snapshot) throws ApiFailure, InterruptedException {
        try {
            finalizers.add(snapshot);
        } catch (ApiFailure e) {
            if (!e.isForbidden()) {
                throw e;
            }
            if (!forbidden) {
                forbidden = true;
                log.info(
                        "Snapshot {} is used without protection, for this role may not update volumesnapshots: {}",
                        snapshot.key(),
                        e.getMessage());
            }
        }
    }

    /// @param user whose volume is made; others may still need the snapshot
    void release(Key key, Claim user) throws InterruptedException {
        boolean needed = pending.get(Named.term(Named.SNAPSHOT, key)).stream()
                .anyMatch(claim -> !claim.meta().uid().equals(user.meta().uid()));
        if (needed || forbidden) {
            return;
        }
        try {
            Snapshot snapshot = guarded.fetch(key).orElse(null);
            if (snapshot != null) {
                finalizers.remove(snapshot);
            }
        } catch (ApiFailure e) {
            log.info("Snapshot {} keeps its protection for now: {}", key, e.getMessage());
        }
    }

    private Outcome work(Key key) throws InterruptedException {
        Snapshot snapshot = guarded.find(key).orElse(null);
        if (snapshot == null || forbidden || pending.has(Named.term(Named.SNAPSHOT, key))) {
            return Outcome.done();
        }
        try {
            finalizers.remove(snapshot);
            log.info("Snapshot {} needed its protection no longer.", key);
        } catch (ApiFailure e) {
            if (e.isForbidden()) {
                forbidden = true;
            } else if (!e.isNotFound()) {
                return Outcome.retry("cannot take the protection off snapshot " + key + ": " + e.getMessage());
            }
        }
        return Outcome.done();
    }

    @Override
    public void close() {
        queue.close();
    }
}
