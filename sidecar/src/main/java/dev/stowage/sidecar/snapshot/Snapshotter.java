package dev.stowage.sidecar.snapshot;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.QueueLane;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The snapshotter: what `csi-snapshotter` does for a driver.
public final class Snapshotter implements ControllerRole {
    public static final String NAME = "snapshotter";

    private final Shared shared;
    private final SnapshotterOptions options;
    private final Informer<VolumeSnapshotContent> contents;
    private final Informer<VolumeSnapshotClass> classes;
    private final WorkQueue<String> queue;
    private final ReadyPoll poll;
    private final Groups groups;
    private final @Nullable Adoption adoption;
    private @Nullable ScheduledFuture<?> resync;

    public Snapshotter(Shared shared, SnapshotterOptions options) {
        this.shared = shared;
        this.options = options;
        String driver = shared.driver().name();
        contents = shared.informers()
                .of(Kinds.SNAPSHOT_CONTENTS, content -> content.driver().equals(driver), contentSelector(options));
        classes = shared.informers().of(Kinds.SNAPSHOT_CLASSES);
        SnapshotCalls calls = new SnapshotCalls(shared.driver(), options.timeout());
        poll = new ReadyPoll(shared, options, calls, this::look);
        Ledger<VolumeSnapshotContent> ledger = new Ledger<>(contents, Marks.SNAPSHOT, shared.events(), shared.clock());
        var walk = new Walk<>(contents, ledger, new ContentWork(shared, options, ledger, classes, calls, poll));
        queue = new WorkQueue<>(
                "csi-snapshotter-content",
                List.of(new QueueLane("take", options.workers()), new QueueLane("delete", options.workers())),
                this::lane,
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                walk::of,
                shared.timer(),
                shared.queues());
        groups = new Groups(shared, options);
        adoption = options.node().isEmpty() ? null : new Adoption(shared, options, calls);
        contents.addEventHandler((before, now) -> {
            VolumeSnapshotContent one = now == null ? before : now;
            if (one != null && ContentChange.isNews(before, now)) {
                queue.add(one.meta().name());
            }
        });
    }

    /// What of the contents the server has to send, as [dev.stowage.kube.informer.Informers] takes it: with a snapshotter
    /// on
    /// every node, those of its own node. A role that was made before, and reads all contents, has its way.
    public static String contentSelector(SnapshotterOptions options) {
        return options.node().isEmpty()
                ? ""
                : "labelSelector=" + URLEncoder.encode(Marks.MANAGED_BY + "=" + options.node(), StandardCharsets.UTF_8);
    }

    /// Deletions have workers of their own: snapshots that take their time do not hold them up.
    private int lane(String content) {
        return contents.find(content).filter(VolumeSnapshotContent::isBeingDeleted).isPresent() ? 1 : 0;
    }

    private void look(String content) {
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
                ? "external-snapshotter-leader-" + shared.driver().name().replace('/', '-')
                : "";
    }

    @Override
    public void start() throws InterruptedException {
        String driver = shared.driver().name();
        if (!shared.driver().has(RPC.Type.CREATE_DELETE_SNAPSHOT)) {
            shared.fatal().accept("CSI driver " + driver + " does not support ControllerCreateSnapshot");
            return;
        }
        if (shared.gates().isEnabled(Gate.GROUP_SNAPSHOTS)) {
            groups.start();
        }
        classes.awaitSynced();
        contents.awaitSynced();
        poll.start();
        queue.start();
        if (adoption != null) {
            adoption.start();
        }
        watchOver();
    }

    private synchronized void watchOver() {
        if (options.resync().isPositive()) {
            long nanos = options.resync().toNanos();
            resync = shared.timer()
                    .scheduleWithFixedDelay(
                            () -> contents.all()
                                    .forEach(content -> look(content.meta().name())),
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
        groups.close();
        if (adoption != null) {
            adoption.close();
        }
        poll.close();
        queue.close();
    }
}
