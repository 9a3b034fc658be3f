package dev.stowage.control.snapshot;

import dev.stowage.control.ControlFeature;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.SnapshotMetadataKeys;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What `snapshot-controller` does. Whatever a look can have waited for wakes its object: nothing is asked twice.
public final class SnapshotController implements Controller {
    public static final String NAME = "snapshot-controller";

    private final ControllerContext context;
    private final SnapshotOptions options;
    private final SnapshotStateReader view;
    private final @Nullable GroupSnapshotController groupSnapshotController;
    private final WorkQueue<NamespacedName> snapshots;
    private final WorkQueue<String> contents;
    private final WorkQueue<NamespacedName> claims;
    private @Nullable ScheduledFuture<?> resync;

    public SnapshotController(ControllerContext context, SnapshotOptions options) {
        this.context = context;
        this.options = options;
        view = new SnapshotStateReader(context, options);
        var snapshotOperationMetrics = new SnapshotOperationMetrics(context.metrics(), context.clock());
        GroupSnapshotStateReader groupSnapshotStateReader = context.gates().isEnabled(ControlFeature.GROUP_SNAPSHOTS)
                ? new GroupSnapshotStateReader(context, view)
                : null;
        var work = new SnapshotWorker(context, view, groupSnapshotStateReader, snapshotOperationMetrics);
        snapshots = queue("snapshot-controller-snapshot", work::snapshot);
        contents = queue("snapshot-controller-content", work::content);
        claims = queue("snapshot-controller-claim", work::claim);
        groupSnapshotController = groupSnapshotStateReader == null
                ? null
                : new GroupSnapshotController(
                        context, options, view, groupSnapshotStateReader, snapshotOperationMetrics, snapshots::add);
        listen(view.snapshots, this::wakeBy, work::deleted);
        listen(view.contents, this::wakeBy, _ -> {});
        listen(view.claims, this::wakeBy, _ -> {});
        listen(view.volumes, this::wakeBy, _ -> {});
        listen(view.classes, _ -> wakeWaiting(), _ -> {});
    }

    private <K> WorkQueue<K> queue(String name, WorkQueue.Worker<K> worker) {
        return new WorkQueue<>(
                name,
                options.workers(),
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                worker,
                context.timer(),
                context.queues());
    }

    /// What an object pointed to before matters as much as what it points to now.
    static <T extends KubeObject> void listen(Informer<T> informer, Consumer<T> wake, Consumer<T> gone) {
        informer.addEventHandler((before, now) -> {
            if (before != null) {
                wake.accept(before);
            }
            if (now != null) {
                wake.accept(now);
            } else if (before != null) {
                gone.accept(before);
            }
        });
    }

    private void wakeBy(VolumeSnapshot snapshot) {
        snapshots.add(snapshot.key());
        SnapshotStateReader.claimOf(snapshot).ifPresent(claims::add);
    }

    private void wakeBy(VolumeSnapshotContent content) {
        contents.add(content.meta().name());
        SnapshotStateReader.snapshotOf(content).ifPresent(snapshots::add);
        view.byContent.get(content.meta().name()).forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    private void wakeBy(PersistentVolumeClaim claim) {
        if (claim.meta().hasFinalizer(SnapshotMetadataKeys.CLAIM)) {
            claims.add(claim.key());
        }
        wakeOf(claim.key());
        SnapshotStateReader.restored(claim).forEach(snapshots::add);
    }

    private void wakeBy(PersistentVolume volume) {
        if (volume.claim() != null) {
            wakeOf(volume.claim().key());
        }
    }

    private void wakeOf(NamespacedName claim) {
        view.byClaim.get(claim.toString()).stream()
                .filter(snapshot -> !snapshot.isReady())
                .forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    private void wakeWaiting() {
        view.snapshots.all().stream()
                .filter(snapshot -> !snapshot.isReady() || !snapshot.error().isEmpty())
                .forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String leaseName() {
        return "snapshot-controller-leader";
    }

    @Override
    public void start() throws InterruptedException {
        if (groupSnapshotController != null) {
            groupSnapshotController.start();
        }
        view.awaitSynced();
        snapshots.start();
        contents.start();
        claims.start();
        watchOver();
    }

    private synchronized void watchOver() {
        if (options.resync().isPositive()) {
            long nanos = options.resync().toNanos();
            resync = context.timer().scheduleWithFixedDelay(this::lookAtAll, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void lookAtAll() {
        view.snapshots.all().forEach(this::wakeBy);
        view.contents.all().forEach(content -> contents.add(content.meta().name()));
    }

    @Override
    public synchronized void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        if (groupSnapshotController != null) {
            groupSnapshotController.close();
        }
        snapshots.close();
        contents.close();
        claims.close();
    }
}
