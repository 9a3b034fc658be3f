package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/// The attach-detach controller. Pods define which volumes are desired on which node; attachments and node
/// status define what is actual.
public final class AttachDetachController implements Controller {
    private static final int VOLUME_WORKERS = 64;
    private static final int NODE_WORKERS = 32;
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(122));

    private final ControllerContext context;
    private final AttachDetachOptions options;
    private final AttachDetachTriggers attachDetachTriggers;
    private final WorkQueue<VolumeNodeKey> volumes;
    private final WorkQueue<String> nodes;
    private @Nullable ScheduledFuture<?> resync;

    public AttachDetachController(ControllerContext context, AttachDetachOptions options) {
        this.context = context;
        this.options = options;
        var attachDetachMemory = new AttachDetachMemory();
        var deletedNodeVolumes = new DeletedNodeVolumes();
        var desired = new DesiredAttachments(context.informers());
        AttachDetachMetrics.register(context.informers(), desired, context.metrics());
        var reader = new AttachStateReader(context.informers(), desired, attachDetachMemory, deletedNodeVolumes);
        var volumeAttachWorker = new VolumeAttachWorker(
                context, options, reader, attachDetachMemory, this::enqueueVolume, this::enqueueNode);
        var nodeAttachWorker = new NodeAttachWorker(
                context.informers().of(Kinds.NODES),
                context.executor(),
                reader,
                attachDetachMemory,
                link -> enqueueVolume(
                        new VolumeNodeKey(link.volume(), reader.isExclusive(link.volume()) ? "" : link.node())),
                context.clock());
        volumes = new WorkQueue<>(
                "attachments",
                VOLUME_WORKERS,
                PAUSES,
                volumeAttachWorker::reconcile,
                context.timer(),
                context.queues());
        nodes = new WorkQueue<>(
                "attached-volumes",
                NODE_WORKERS,
                PAUSES,
                nodeAttachWorker::reconcile,
                context.timer(),
                context.queues());
        attachDetachTriggers = new AttachDetachTriggers(
                context.informers(),
                desired,
                reader,
                attachDetachMemory,
                deletedNodeVolumes,
                this::enqueueVolume,
                this::enqueueNode);
    }

    private void enqueueVolume(VolumeNodeKey link) {
        volumes.add(link);
    }

    private void enqueueNode(String node) {
        nodes.add(node);
    }

    @Override
    public String name() {
        return ControllerName.ATTACH_DETACH.text();
    }

    @Override
    public void start() throws InterruptedException {
        attachDetachTriggers.start();
        nodes.start();
        volumes.start();
        if (options.resyncs()) {
            resync = PeriodicTask.schedule(
                    context.timer(), "the resync of attachments", options.period(), attachDetachTriggers::enqueueAll);
        }
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        volumes.close();
        nodes.close();
    }
}
