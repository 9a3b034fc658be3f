package dev.stowage.node.context;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.node.layout.KubeletPaths;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// What all parts of a node share. The process closes all of it.
///
/// @param node the name of the node
/// @param events recorded under the name of the kubelet
/// @param timer for delayed work; its tasks only add keys to queues
/// @param fatal takes the reason why the process must end with status 1, and returns
public record NodeContext(
        String node,
        KubeletPaths paths,
        KubeClient api,
        Informers informers,
        EventRecorder events,
        PrometheusRegistry metrics,
        WorkQueueMetrics queues,
        ScheduledExecutorService timer,
        InstantSource clock,
        Consumer<String> fatal) {}
