package dev.stowage.node.volume.stand;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.queue.QueueMetrics;
import dev.stowage.node.Shared;
import dev.stowage.node.ground.ApiGround;
import dev.stowage.node.place.KubeletPaths;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// What one life of a node shares; the next one has its own.
public final class Life implements AutoCloseable {
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Mirrors mirrors;
    private final EventRecorder events;
    private final Shared shared;

    public Life(KubeApi api, KubeletPaths paths) {
        mirrors = new Mirrors(api, timer);
        events = new EventRecorder(api, "kubelet", ApiGround.NODE, InstantSource.system());
        var _ = mirrors.of(
                Kinds.ATTACHMENTS, (Attachment found) -> found.nodeName().equals(ApiGround.NODE), "");
        PrometheusRegistry metrics = new PrometheusRegistry();
        shared = new Shared(
                ApiGround.NODE,
                paths,
                api,
                mirrors,
                events,
                metrics,
                new QueueMetrics(metrics),
                timer,
                InstantSource.system(),
                _ -> {});
    }

    public Shared shared() {
        return shared;
    }

    public void start() {
        mirrors.start();
    }

    @Override
    public void close() {
        events.close();
        mirrors.close();
        timer.shutdownNow();
    }
}
