package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.SidecarFeature;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The snapshotter: what `csi-snapshotter` does for a driver.
public final class SnapshotSidecarController implements ControllerRole {
    public static final String NAME = "snapshotter";

    private final RoleContext roleContext;
    private final SnapshotterOptions options;
    private final Informer<VolumeSnapshotContent> contents;
    private final Informer<VolumeSnapshotClass> classes;
    private final WorkQueue<String> queue;
    private final ReadyToUsePoller poll;
    private final GroupSnapshotController groupSnapshotController;
    private final @Nullable ContentAdoption contentAdoption;
    private @Nullable ScheduledFuture<?> resync;

    public SnapshotSidecarController(RoleContext roleContext, SnapshotterOptions options) {
        this.roleContext = roleContext;
        this.options = options;
        String driver = roleContext.driver().name();
        contents = roleContext
                .informers()
                .of(Kinds.SNAPSHOT_CONTENTS, content -> content.driver().equals(driver), contentSelector(options));
        classes = roleContext.informers().of(Kinds.SNAPSHOT_CLASSES);
        SnapshotCalls calls = new SnapshotCalls(roleContext.driver(), options.timeout());
        poll = new ReadyToUsePoller(roleContext, options, calls, this::enqueue);
        ContentUpdater<VolumeSnapshotContent> contentUpdater =
                new ContentUpdater<>(contents, SnapshotAnnotations.SNAPSHOT, roleContext.events(), roleContext.clock());
        var contentWorker = new ContentWorker<>(
                contents,
                contentUpdater,
                new SnapshotExecutor(roleContext, options, contentUpdater, classes, calls, poll));
        queue = new WorkQueue<>(
                "csi-snapshotter-content",
                List.of(new QueueLane("take", options.workers()), new QueueLane("delete", options.workers())),
                this::lane,
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                contentWorker::work,
                roleContext.timer(),
                roleContext.queues());
        groupSnapshotController = new GroupSnapshotController(roleContext, options);
        contentAdoption = options.node().isEmpty() ? null : new ContentAdoption(roleContext, options, calls);
        contents.addEventHandler((before, now) -> {
            VolumeSnapshotContent one = now == null ? before : now;
            if (one != null && ContentChangeFilter.isRelevant(before, now)) {
                queue.add(one.meta().name());
            }
        });
    }

    /// What of the contents the server has to send, as [dev.stowage.kube.informer.Informers] takes it: with a
    /// snapshotter
    /// on
    /// every node, those of its own node. A role that was made before, and reads all contents, has its way.
    public static String contentSelector(SnapshotterOptions options) {
        return options.node().isEmpty()
                ? ""
                : "labelSelector="
                        + URLEncoder.encode(
                                SnapshotAnnotations.MANAGED_BY + "=" + options.node(), StandardCharsets.UTF_8);
    }

    /// Deletions have workers of their own: snapshots that take their time do not hold them up.
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

    /// With one snapshotter on every node, none of them leads.
    @Override
    public String leaseName() {
        return options.node().isEmpty()
                ? "external-snapshotter-leader-" + roleContext.driver().name().replace('/', '-')
                : "";
    }

    @Override
    public void start() throws InterruptedException {
        String driver = roleContext.driver().name();
        if (!roleContext.driver().has(RPC.Type.CREATE_DELETE_SNAPSHOT)) {
            roleContext.fatal().accept("CSI driver " + driver + " does not support ControllerCreateSnapshot");
            return;
        }
        if (roleContext.gates().isEnabled(SidecarFeature.GROUP_SNAPSHOTS)) {
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
            long nanos = options.resync().toNanos();
            resync = roleContext
                    .timer()
                    .scheduleWithFixedDelay(
                            () -> contents.all()
                                    .forEach(content -> enqueue(content.meta().name())),
                            nanos,
                            nanos,
                            TimeUnit.NANOSECONDS);
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
