package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
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
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group snapshots. Most clusters do not define them; there, this says so once and looks now and then whether
/// somebody
/// has defined them since.
final class GroupSnapshotController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GroupSnapshotController.class);
    private static final Duration LOOK = Duration.ofSeconds(30);
    /// The later one first. Their fields are the same.
    private static final List<String> VERSIONS = List.of("v1", "v1beta2");

    private final RoleContext roleContext;
    private final SnapshotterOptions options;
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;
    private @Nullable WorkQueue<String> queue;

    GroupSnapshotController(RoleContext roleContext, SnapshotterOptions options) {
        this.roleContext = roleContext;
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

    /// Waits until the server knows group snapshots; empty when this is closed before.
    private Optional<String> await() throws InterruptedException {
        boolean said = false;
        do {
            try {
                Optional<String> version = served();
                if (version.isPresent()) {
                    return version;
                }
                if (!said) {
                    log.warn("The cluster has no VolumeGroupSnapshots; group snapshots are off until it has.");
                    said = true;
                }
            } catch (IOException e) {
                log.info("Whether the cluster has VolumeGroupSnapshots is not known: {}", e.getMessage());
            }
        } while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS));
        return Optional.empty();
    }

    private Optional<String> served() throws IOException, InterruptedException {
        JsonNode group;
        try (InputStream in = roleContext.api().stream("/apis/" + Kinds.GROUP_SNAPSHOT_CONTENTS.group())) {
            group = Json.read(in.readAllBytes());
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
        List<String> served = group.path("versions")
                .valueStream()
                .map(version -> version.path("version").asText())
                .toList();
        return VERSIONS.stream().filter(served::contains).findFirst();
    }

    private void run(String version) throws InterruptedException {
        String driver = roleContext.driver().name();
        GroupSnapshotCalls calls = new GroupSnapshotCalls(roleContext.driver(), options.timeout());
        if (!calls.canCreate()) {
            log.info("CSI driver {} takes no group snapshots; who asks for one is told so.", driver);
        }
        Informer<VolumeGroupSnapshotContent> contents = roleContext
                .informers()
                .of(
                        in(version, Kinds.GROUP_SNAPSHOT_CONTENTS),
                        content -> content.driver().equals(driver),
                        SnapshotSidecarController.contentSelector(options));
        Informer<VolumeSnapshotClass> classes = roleContext.informers().of(in(version, Kinds.GROUP_SNAPSHOT_CLASSES));
        ContentUpdater<VolumeGroupSnapshotContent> contentUpdater =
                new ContentUpdater<>(contents, SnapshotAnnotations.GROUP, roleContext.events(), roleContext.clock());
        var contentWorker = new ContentWorker<>(
                contents,
                contentUpdater,
                new GroupSnapshotExecutor(roleContext, options, contentUpdater, classes, calls));
        WorkQueue<String> work = new WorkQueue<>(
                "csi-snapshotter-groupsnapshotcontent",
                options.workers(),
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                contentWorker::work,
                roleContext.timer(),
                roleContext.queues());
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
        return kind.version().equals(version)
                ? kind
                : new Kind<>(kind.group(), version, kind.plural(), kind.name(), kind.namespaced(), kind.reader());
    }

    /// What this role writes by itself is none: a failure would else be tried again without a pause.
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
