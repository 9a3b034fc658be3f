package dev.stowage.sidecar.snapshotter;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group snapshots. Most clusters do not have the CRDs; this logs that once, and checks from time to time
/// whether they have been installed.
final class GroupSnapshotController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupSnapshotController.class);
    private static final Duration LOOK = Duration.ofSeconds(30);
    /// The newer version first. Their fields are the same.
    private static final List<String> VERSIONS = List.of("v1", "v1beta2");

    private final RoleContext context;
    private final SnapshotterOptions options;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;
    private @Nullable WorkQueue<String> queue;

    GroupSnapshotController(RoleContext context, SnapshotterOptions options) {
        this.context = context;
        this.options = options;
    }

    synchronized void start() {
        thread = Thread.ofVirtual().name("group-snapshots").start(this::run);
    }

    private void run() {
        try {
            Optional<String> version = await();
            if (version.isPresent()) {
                run(version.get());
            }
        } catch (InterruptedException e) {
            log.debug("The group snapshots were closed before they began.");
        }
    }

    /// Waits until the server has the CRDs; empty when closed before.
    private Optional<String> await() throws InterruptedException {
        boolean said = false;
        do {
            try {
                Optional<String> version = served();
                if (version.isPresent()) {
                    return version;
                }
                if (!said) {
                    log.warn("Group snapshots are disabled: the cluster has no VolumeGroupSnapshot CRDs.");
                    said = true;
                }
            } catch (IOException e) {
                log.info("Cannot find out whether the cluster has VolumeGroupSnapshots: {}", e.getMessage());
            }
        } while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS));
        return Optional.empty();
    }

    private Optional<String> served() throws IOException, InterruptedException {
        List<String> served = ServedVersions.of(context.api(), Kinds.GROUP_SNAPSHOT_CONTENTS.group());
        return VERSIONS.stream().filter(served::contains).findFirst();
    }

    private void run(String version) throws InterruptedException {
        String driver = context.driver().name();
        GroupSnapshotCalls calls = new GroupSnapshotCalls(context.driver(), options.timeout());
        if (!calls.canCreate()) {
            log.info("CSI driver {} does not support group snapshots; requests for them get an error.", driver);
        }
        Informer<VolumeGroupSnapshotContent> contents = context.informers()
                .of(
                        in(version, Kinds.GROUP_SNAPSHOT_CONTENTS),
                        content -> content.driver().equals(driver),
                        SnapshotSidecarController.contentSelector(options));
        Informer<VolumeSnapshotClass> classes = context.informers().of(in(version, Kinds.GROUP_SNAPSHOT_CLASSES));
        ContentUpdater<VolumeGroupSnapshotContent> updater =
                new ContentUpdater<>(contents, SnapshotAnnotations.GROUP, context.events(), context.clock());
        var contentWorker = new ContentWorker<>(
                contents, updater, new GroupSnapshotExecutor(context, options, updater, classes, calls));
        WorkQueue<String> work = new WorkQueue<>(
                "csi-snapshotter-groupsnapshotcontent",
                options.workers(),
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                contentWorker::work,
                context.timer(),
                context.queues());
        keep(work);
        contents.addEventHandler((before, now) -> {
            VolumeGroupSnapshotContent one = now == null ? before : now;
            if (one != null && isRelevant(before, now)) {
                work.add(one.meta().name());
            }
        });
        classes.awaitSynced();
        contents.awaitSynced();
        work.start();
    }

    private synchronized void keep(WorkQueue<String> work) {
        queue = work;
        if (closed.getCount() == 0) {
            work.close();
        }
    }

    private static <T extends KubeObject> Kind<T> in(String version, Kind<T> kind) {
        return kind.version().equals(version) ? kind : kind.withVersion(version);
    }

    /// Our own writes are ignored: otherwise a failure would be retried without back-off.
    private static boolean isRelevant(
            @Nullable VolumeGroupSnapshotContent before, @Nullable VolumeGroupSnapshotContent now) {
        return before == null || now == null || !bare(before).equals(bare(now));
    }

    private static VolumeGroupSnapshotContent bare(VolumeGroupSnapshotContent content) {
        return new VolumeGroupSnapshotContent(
                ContentChangeFilter.bare(content.meta(), SnapshotAnnotations.GROUP),
                content.driver(),
                content.deletionPolicy(),
                content.volumeHandles(),
                content.groupHandle(),
                content.snapshotHandles(),
                content.className(),
                content.groupSnapshot(),
                null);
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
