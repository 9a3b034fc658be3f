package dev.stowage.control.attach;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.program.ControllerName;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The attach-detach controller. Pods say what is wanted where; attachments and the status of nodes say what is.
public final class AttachDetach implements Controller {
    private static final int VOLUME_WORKERS = 64;
    private static final int NODE_WORKERS = 32;
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(Duration.ofMillis(500), Duration.ofSeconds(122));

    private final Shared shared;
    private final AttachOptions options;
    private final Wakes wakes;
    private final WorkQueue<LinkKey> volumes;
    private final WorkQueue<String> nodes;
    private @Nullable ScheduledFuture<?> resync;

    public AttachDetach(Shared shared, AttachOptions options) {
        this.shared = shared;
        this.options = options;
        var memories = new Memories();
        var ghosts = new Ghosts();
        var wants = new Wants(shared.informers());
        Figures.register(shared.informers(), wants, shared.metrics());
        var survey = new Survey(shared.informers(), wants, memories, ghosts);
        var volumeWork = new VolumeWork(shared, options, survey, memories, this::wakeVolume, this::wakeNode);
        var nodeWork = new NodeWork(
                shared.informers().of(Kinds.NODES),
                shared.hands(),
                survey,
                memories,
                link -> wakeVolume(new LinkKey(link.volume(), survey.isExclusive(link.volume()) ? "" : link.node())),
                shared.clock());
        volumes = new WorkQueue<>(
                "attachments", VOLUME_WORKERS, PAUSES, volumeWork::work, shared.timer(), shared.queues());
        nodes = new WorkQueue<>(
                "attached-volumes", NODE_WORKERS, PAUSES, nodeWork::work, shared.timer(), shared.queues());
        wakes = new Wakes(shared.informers(), wants, survey, memories, ghosts, this::wakeVolume, this::wakeNode);
    }

    private void wakeVolume(LinkKey link) {
        volumes.add(link);
    }

    private void wakeNode(String node) {
        nodes.add(node);
    }

    @Override
    public String name() {
        return ControllerName.ATTACH_DETACH.text();
    }

    @Override
    public void start() throws InterruptedException {
        wakes.awaken();
        nodes.start();
        volumes.start();
        if (options.resyncs()) {
            long period = options.period().toNanos();
            resync = shared.timer().scheduleWithFixedDelay(wakes::everything, period, period, TimeUnit.NANOSECONDS);
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
