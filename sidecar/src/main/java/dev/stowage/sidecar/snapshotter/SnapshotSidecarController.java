package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/// The external snapshotter of a driver, as `csi-snapshotter`.
public final class SnapshotSidecarController implements ControllerRole {
    public static final String NAME = "snapshotter";

    private final RoleContext context;
    private final SnapshotterOptions options;
    private final Informer<VolumeSnapshotContent> contents;
    private final Informer<VolumeSnapshotClass> classes;
    private final WorkQueue<String> queue;
    private final ReadyToUsePoller poll;
    private final GroupSnapshotController groupSnapshotController;
    private final @Nullable ContentAdoption contentAdoption;
    private @Nullable ScheduledFuture<?> resync;

    public SnapshotSidecarController(RoleContext context, SnapshotterOptions options) {
        this.context = context;
        this.options = options;
        String driver = context.driver().name();
        contents = context.informers()
                .of(Kinds.SNAPSHOT_CONTENTS, content -> content.driver().equals(driver), contentSelector(options));
        classes = context.informers().of(Kinds.SNAPSHOT_CLASSES);
        SnapshotCalls calls = new SnapshotCalls(context.driver(), options.timeout());
        poll = new ReadyToUsePoller(context, options, calls, this::enqueue);
        ContentUpdater<VolumeSnapshotContent> updater =
                new ContentUpdater<>(contents, SnapshotAnnotations.SNAPSHOT, context.events(), context.clock());
        var contentWorker = new ContentWorker<>(
                contents, updater, new SnapshotExecutor(context, options, updater, classes, calls, poll));
        queue = new WorkQueue<>(
                "csi-snapshotter-content",
                List.of(new QueueLane("take", options.workers()), new QueueLane("delete", options.workers())),
                this::lane,
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                contentWorker::work,
                context.timer(),
                context.queues());
        groupSnapshotController = new GroupSnapshotController(context, options);
        contentAdoption = options.node().isEmpty() ? null : new ContentAdoption(context, options, calls);
        contents.addEventHandler((before, now) -> {
            VolumeSnapshotContent one = now == null ? before : now;
            if (one != null && ContentChangeFilter.isRelevant(before, now)) {
                queue.add(one.meta().name());
            }
        });
    }

    /// The label selector for contents, as [dev.stowage.kube.informer.Informers] takes it: with one
    /// snapshotter per node, those of its own node. A role created earlier that reads all contents takes
    /// precedence.
    public static String contentSelector(SnapshotterOptions options) {
        return options.node().isEmpty()
                ? ""
                : "labelSelector="
                        + URLEncoder.encode(
                                SnapshotMetadataKeys.MANAGED_BY + "=" + options.node(), StandardCharsets.UTF_8);
    }

    /// Deletions have their own workers, so that slow snapshots do not hold them up.
    private int lane(String content) {
        return contents.find(content)
                        .filter(VolumeSnapshotContent::isBeingDeleted)
                        .isPresent()
                ? 1
                : 0;
    }

    private void enqueue(String content) {
        queue.add(content);
    }

    @Override
    public String name() {
        return NAME;
    }

    /// With one snapshotter per node, there is no leader election.
    @Override
    public String leaseName() {
        return options.node().isEmpty()
                ? "external-snapshotter-leader-" + context.driver().name().replace('/', '-')
                : "";
    }

    @Override
    public void start() throws InterruptedException {
        String driver = context.driver().name();
        if (!context.driver().has(RPC.Type.CREATE_DELETE_SNAPSHOT)) {
            context.fatal().accept("CSI driver " + driver + " does not support ControllerCreateSnapshot");
            return;
        }
        if (context.gates().isEnabled(StorageFeatures.GROUP_SNAPSHOTS)) {
            groupSnapshotController.start();
        }
        classes.awaitSynced();
        contents.awaitSynced();
        poll.start();
        queue.start();
        if (contentAdoption != null) {
            contentAdoption.start();
        }
        watchOver();
    }

    private synchronized void watchOver() {
        if (options.resync().isPositive()) {
            resync = PeriodicTask.schedule(
                    context.timer(),
                    "the resync of snapshot contents",
                    options.resync(),
                    () -> contents.all()
                            .forEach(content -> enqueue(content.meta().name())));
        }
    }

    @Override
    public synchronized void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        groupSnapshotController.close();
        if (contentAdoption != null) {
            contentAdoption.close();
        }
        poll.close();
        queue.close();
    }
}
