package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// With a snapshotter on every node, a content that somebody wrote by hand belongs to no node yet: nobody can
/// tell from
/// a
/// handle where the snapshot is, but the driver that has it. The snapshotter there takes the content for its node, by
/// the
/// label with which the snapshot controller gives it all others.
final class ContentAdoption implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ContentAdoption.class);
    private static final int AT_ONCE = 4;

    private final String driver;
    private final String node;
    private final SnapshotCalls calls;
    private final Informer<VolumeSnapshotContent> orphans;
    private final WorkQueue<String> queue;

    /// @param options with a node
    ContentAdoption(RoleContext roleContext, SnapshotterOptions options, SnapshotCalls calls) {
        this.driver = roleContext.driver().name();
        this.node = options.node();
        this.calls = calls;
        orphans = roleContext
                .informers()
                .separate(
                        roleContext.api(),
                        Kinds.SNAPSHOT_CONTENTS,
                        "",
                        "labelSelector=%21" + SnapshotAnnotations.MANAGED_BY);
        queue = new WorkQueue<>(
                "csi-snapshotter-adoption",
                AT_ONCE,
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                this::work,
                roleContext.timer(),
                roleContext.queues());
        orphans.addEventHandler((_, now) -> {
            if (now != null && mayBeOurs(now)) {
                queue.add(now.meta().name());
            }
        });
    }

    private boolean mayBeOurs(VolumeSnapshotContent content) {
        return content.driver().equals(driver)
                && !content.snapshotHandle().isEmpty()
                && !content.meta().labels().containsKey(SnapshotAnnotations.MANAGED_BY);
    }

    void start() {
        // A driver that cannot be asked would answer for everything.
        if (calls.canGet() || calls.canList()) {
            queue.start();
        }
    }

    private ReconcileResult work(String name) throws InterruptedException {
        Optional<VolumeSnapshotContent> content = orphans.find(name).filter(this::mayBeOurs);
        if (content.isEmpty()) {
            return ReconcileResult.done();
        }
        try {
            if (isHere(content.get().snapshotHandle())) {
                adopt(content.get());
            }
            return ReconcileResult.done();
        } catch (StatusRuntimeException e) {
            return ReconcileResult.retry(RpcErrorText.of(e));
        } catch (ApiFailure e) {
            return ReconcileResult.retry(String.valueOf(e.getMessage()));
        }
    }

    private boolean isHere(String handle) {
        try {
            return calls.find(handle, Map.of()).isPresent();
        } catch (StatusRuntimeException e) {
            Status.Code code = e.getStatus().getCode();
            if (code == Status.Code.NOT_FOUND || code == Status.Code.INVALID_ARGUMENT) {
                return false;
            }
            throw e;
        }
    }

    private void adopt(VolumeSnapshotContent content) throws ApiFailure, InterruptedException {
        var change = Json.object();
        change.putObject("metadata").putObject("labels").put(SnapshotAnnotations.MANAGED_BY, node);
        var _ = orphans.patch(content, Patch.merge(change).onlyIfUnchanged(content));
        log.info("{}: snapshot {} is on this node.", content.meta().name(), content.snapshotHandle());
    }

    @Override
    public void close() {
        queue.close();
    }
}
