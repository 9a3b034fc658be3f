package dev.stowage.node.volumemanager.testing;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.testing.ApiServerFixture;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// The context of one run of a node; the next run has its own.
public final class NodeContextFixture implements AutoCloseable {
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final Informers informers;
    private final EventRecorder events;
    private final NodeContext nodeContext;

    public NodeContextFixture(KubeClient api, KubeletPaths paths) {
        informers = new Informers(api, timer);
        events = new EventRecorder(api, "kubelet", ApiServerFixture.NODE, InstantSource.system());
        var _ = informers.of(
                Kinds.ATTACHMENTS, (VolumeAttachment found) -> found.nodeName().equals(ApiServerFixture.NODE), "");
        PrometheusRegistry metrics = new PrometheusRegistry();
        nodeContext = new NodeContext(
                ApiServerFixture.NODE,
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

    public NodeContext nodeContext() {
        return nodeContext;
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
