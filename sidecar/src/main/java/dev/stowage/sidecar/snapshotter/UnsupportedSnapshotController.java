package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// For a driver that cannot take snapshots: writes that into the contents that request one, and lets them be
/// deleted. csi-snapshotter refuses to run with such a driver, and then these contents wait forever.
///
/// It starts when the cluster has the snapshot CRDs. Most clusters of such a driver do not, and nothing is logged.
public final class UnsupportedSnapshotController implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(UnsupportedSnapshotController.class);
    private static final Duration LOOK = Duration.ofSeconds(30);
    private static final int WORKERS = 2;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final RoleContext context;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;
    private @Nullable WorkQueue<String> queue;

    public UnsupportedSnapshotController(RoleContext context) {
        this.context = context;
    }

    @Override
    public String name() {
        return "unsupported-snapshots";
    }

    /// The provisioner's: both report for the same driver, and need no second election.
    @Override
    public String leaseName() {
        return context.driver().name().replace('/', '-');
    }

    @Override
    public synchronized void start() {
        thread = Thread.ofVirtual().name(name()).start(this::run);
    }

    private void run() {
        try {
            do {
                if (isServed()) {
                    follow();
                    return;
                }
            } while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            log.debug("Stopped before there were snapshots.");
        }
    }

    private boolean isServed() throws InterruptedException {
        try {
            return ServedVersions.of(context.api(), Kinds.SNAPSHOT_CONTENTS.group())
                    .contains(Kinds.SNAPSHOT_CONTENTS.version());
        } catch (IOException e) {
            log.debug("Cannot find out whether the cluster has VolumeSnapshots: {}", e.getMessage());
            return false;
        }
    }

    private void follow() throws InterruptedException {
        String driver = context.driver().name();
        Informer<VolumeSnapshotContent> contents = context.informers()
                .of(Kinds.SNAPSHOT_CONTENTS, content -> content.driver().equals(driver), "");
        var updater = new ContentUpdater<>(contents, SnapshotAnnotations.SNAPSHOT, context.events(), context.clock());
        var worker = new ContentWorker<>(contents, updater, new UnsupportedSnapshotExecutor(driver, updater));
        var work = new WorkQueue<>(name(), WORKERS, BACKOFF, worker::work, context.timer(), context.queues());
        keep(work);
        contents.addEventHandler((before, now) -> {
            if (now != null && ContentChangeFilter.isRelevant(before, now)) {
                work.add(now.meta().name());
            }
        });
        contents.awaitSynced();
        work.start();
    }

    private synchronized void keep(WorkQueue<String> work) {
        queue = work;
        if (closed.getCount() == 0) {
            work.close();
        }
    }

    @Override
    public synchronized void close() {
        closed.countDown();
        if (thread != null) {
            thread.interrupt();
        }
        if (queue != null) {
            queue.close();
        }
    }
}
