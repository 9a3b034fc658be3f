package dev.stowage.control.snapshot;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.WorkQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The snapshot controller. Every change that a snapshot can wait for enqueues it, so nothing polls.
public final class SnapshotController implements Controller {
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
        var metrics = new SnapshotOperationMetrics(context.metrics(), context.clock());
        GroupSnapshotStateReader groupSnapshotStateReader = context.gates().isEnabled(StorageFeatures.GROUP_SNAPSHOTS)
                ? new GroupSnapshotStateReader(context, view)
                : null;
        var work = new SnapshotWorker(context, view, groupSnapshotStateReader, metrics);
        snapshots = queue("snapshot-controller-snapshot", work::snapshot);
        contents = queue("snapshot-controller-content", work::content);
        claims = queue("snapshot-controller-claim", work::claim);
        groupSnapshotController = groupSnapshotStateReader == null
                ? null
                : new GroupSnapshotController(
                        context, options, view, groupSnapshotStateReader, metrics, snapshots::add);
        listen(view.snapshots, this::enqueueFor, work::deleted);
        listen(view.contents, this::enqueueFor, _ -> {});
        listen(view.claims, this::enqueueFor, _ -> {});
        listen(view.volumes, this::enqueueFor, _ -> {});
        listen(view.classes, _ -> enqueueWaiting(), _ -> {});
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

    /// Both the old and the new reference of an object matter.
    static <T extends KubeObject> void listen(Informer<T> informer, Consumer<T> handler, Consumer<T> gone) {
        informer.addEventHandler((before, now) -> {
            if (before != null) {
                handler.accept(before);
            }
            if (now != null) {
                handler.accept(now);
            } else if (before != null) {
                gone.accept(before);
            }
        });
    }

    private void enqueueFor(VolumeSnapshot snapshot) {
        snapshots.add(snapshot.key());
        SnapshotStateReader.claimOf(snapshot).ifPresent(claims::add);
    }

    private void enqueueFor(VolumeSnapshotContent content) {
        contents.add(content.meta().name());
        SnapshotStateReader.snapshotOf(content).ifPresent(snapshots::add);
        view.byContent.get(content.meta().name()).forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    private void enqueueFor(PersistentVolumeClaim claim) {
        if (claim.meta().hasFinalizer(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)) {
            claims.add(claim.key());
        }
        enqueueSnapshotsOf(claim.key());
        SnapshotStateReader.restored(claim).forEach(snapshots::add);
    }

    private void enqueueFor(PersistentVolume volume) {
        if (volume.claim() != null) {
            enqueueSnapshotsOf(volume.claim().key());
        }
    }

    private void enqueueSnapshotsOf(NamespacedName claim) {
        view.byClaim.get(claim.toString()).stream()
                .filter(snapshot -> !snapshot.isReady())
                .forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    private void enqueueWaiting() {
        view.snapshots.all().stream()
                .filter(snapshot -> !snapshot.isReady() || !snapshot.error().isEmpty())
                .forEach(snapshot -> snapshots.add(snapshot.key()));
    }

    @Override
    public String name() {
        return ControllerName.SNAPSHOT.text();
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
            resync = PeriodicTask.schedule(
                    context.timer(), "the resync of snapshots", options.resync(), this::enqueueAll);
        }
    }

    private void enqueueAll() {
        view.snapshots.all().forEach(this::enqueueFor);
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
