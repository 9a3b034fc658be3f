package dev.stowage.node.volume.stand;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
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
    private final Informers informers;
    private final EventRecorder events;
    private final Shared shared;

    public Life(KubeClient api, KubeletPaths paths) {
        informers = new Informers(api, timer);
        events = new EventRecorder(api, "kubelet", ApiGround.NODE, InstantSource.system());
        var _ = informers.of(
                Kinds.ATTACHMENTS, (VolumeAttachment found) -> found.nodeName().equals(ApiGround.NODE), "");
        PrometheusRegistry metrics = new PrometheusRegistry();
        shared = new Shared(
                ApiGround.NODE,
                paths,
                api,
                informers,
                events,
                metrics,
                new WorkQueueMetrics(metrics),
                timer,
                InstantSource.system(),
                _ -> {});
    }

    public Shared shared() {
        return shared;
    }

    public void start() {
        informers.start();
    }

    @Override
    public void close() {
        events.close();
        informers.close();
        timer.shutdownNow();
    }
}
