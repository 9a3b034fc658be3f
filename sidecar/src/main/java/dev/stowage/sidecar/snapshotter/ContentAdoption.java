package dev.stowage.sidecar.snapshotter;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
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

/// With one snapshotter per node, a pre-provisioned content belongs to no node yet: only the driver that has
/// the snapshot knows where it is. The snapshotter there adopts the content with the label that the snapshot
/// controller sets on all others.
final class ContentAdoption implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ContentAdoption.class);
    private static final int AT_ONCE = 4;

    private final String driver;
    private final String node;
    private final SnapshotCalls calls;
    private final Informer<VolumeSnapshotContent> orphans;
    private final WorkQueue<String> queue;

    /// @param options with a node
    ContentAdoption(RoleContext context, SnapshotterOptions options, SnapshotCalls calls) {
        this.driver = context.driver().name();
        this.node = options.node();
        this.calls = calls;
        orphans = context.informers()
                .separate(
                        context.api(),
                        Kinds.SNAPSHOT_CONTENTS,
                        "",
                        "labelSelector=%21" + SnapshotMetadataKeys.MANAGED_BY);
        queue = new WorkQueue<>(
                "csi-snapshotter-adoption",
                AT_ONCE,
                new ExponentialBackoff(options.retryFirst(), options.retryLongest()),
                this::work,
                context.timer(),
                context.queues());
        orphans.addEventHandler((_, now) -> {
            if (now != null && mayBeOurs(now)) {
                queue.add(now.meta().name());
            }
        });
    }

    private boolean mayBeOurs(VolumeSnapshotContent content) {
        return content.driver().equals(driver)
                && !content.snapshotHandle().isEmpty()
                && !content.meta().labels().containsKey(SnapshotMetadataKeys.MANAGED_BY);
    }

    void start() {
        // Without these calls every driver would seem to have every snapshot.
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
        change.putObject("metadata").putObject("labels").put(SnapshotMetadataKeys.MANAGED_BY, node);
        var _ = orphans.patch(content, Patch.merge(change).onlyIfUnchanged(content));
        log.info(
                "{}: adopted snapshot {}, which is on this node.",
                content.meta().name(),
                content.snapshotHandle());
    }

    @Override
    public void close() {
        queue.close();
    }
}
