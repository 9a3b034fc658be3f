package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Protects snapshots from deletion while volumes are restored from them, and removes leftover protections.
/// Missing permissions do not prevent restoring.
final class SnapshotSourceProtection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SnapshotSourceProtection.class);

    private final RoleContext context;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<VolumeSnapshot> guarded;
    private final Index<PersistentVolumeClaim> pending;
    private final SourceFinalizer<VolumeSnapshot> sourceFinalizer;
    private final WorkQueue<NamespacedName> queue;
    private final Duration sweep;
    private volatile boolean forbidden;

    /// @param sweep how often all snapshots are checked; zero for never
    SnapshotSourceProtection(
            RoleContext context, Index<PersistentVolumeClaim> pending, Duration sweep, ExponentialBackoff backoff) {
        this.context = context;
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.guarded = context.informers()
                .of(Kinds.SNAPSHOTS, snapshot -> snapshot.meta().hasFinalizer(SnapshotValidation.PROTECTION), "");
        this.pending = pending;
        this.sourceFinalizer = new SourceFinalizer<>(guarded, context.api(), SnapshotValidation.PROTECTION);
        this.sweep = sweep;
        this.queue = new WorkQueue<>("snapshot-protection", 1, backoff, this::work, context.timer(), context.queues());
        guarded.addEventHandler((_, now) -> enqueue(now));
        claims.addEventHandler(this::changed);
    }

    private void enqueue(@Nullable VolumeSnapshot now) {
        if (now != null) {
            queue.add(now.key());
        }
    }

    private void changed(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (before != null
                && !DataSourceReference.needed(before).isEmpty()
                && (now == null || DataSourceReference.needed(now).isEmpty())) {
            guarded.find(new NamespacedName(DataSourceReference.namespace(before), DataSourceReference.name(before)))
                    .ifPresent(this::enqueue);
        }
    }

    /// Does not wait for snapshots: the cluster may not have the CRDs.
    void start() throws InterruptedException {
        claims.awaitSynced();
        queue.start();
        if (sweep.isPositive()) {
            later();
        }
    }

    private void later() {
        var _ = context.timer()
                .schedule(
                        () -> {
                            guarded.all().forEach(this::enqueue);
                            later();
                        },
                        sweep.toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    void add(VolumeSnapshot snapshot) throws ApiFailure, InterruptedException {
        try {
            sourceFinalizer.add(snapshot);
        } catch (ApiFailure e) {
            if (!e.isForbidden()) {
                throw e;
            }
            if (!forbidden) {
                forbidden = true;
                log.info(
                        "Using snapshot {} without protection, because this role is not allowed to update volumesnapshots: {}",
                        snapshot.key(),
                        e.getMessage());
            }
        }
    }

    /// @param user the claim whose volume is created; others may still need the snapshot
    void release(NamespacedName key, PersistentVolumeClaim user) throws InterruptedException {
        boolean needed = pending.get(DataSourceReference.term(DataSourceReference.SNAPSHOT, key)).stream()
                .anyMatch(claim -> !claim.meta().uid().equals(user.meta().uid()));
        if (needed || forbidden) {
            return;
        }
        try {
            VolumeSnapshot snapshot = guarded.fetch(key).orElse(null);
            if (snapshot != null) {
                sourceFinalizer.remove(snapshot);
            }
        } catch (ApiFailure e) {
            log.info("Cannot remove the protection of snapshot {} yet: {}", key, e.getMessage());
        }
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        VolumeSnapshot snapshot = guarded.find(key).orElse(null);
        if (snapshot == null || forbidden || pending.has(DataSourceReference.term(DataSourceReference.SNAPSHOT, key))) {
            return ReconcileResult.done();
        }
        try {
            sourceFinalizer.remove(snapshot);
            log.info("Removed the protection of snapshot {}.", key);
        } catch (ApiFailure e) {
            if (e.isForbidden()) {
                forbidden = true;
            } else if (!e.isNotFound()) {
                return ReconcileResult.retry(
                        "cannot remove the protection finalizer from snapshot " + key + ": " + e.getMessage());
            }
        }
        return ReconcileResult.done();
    }

    @Override
    public void close() {
        queue.close();
    }
}
