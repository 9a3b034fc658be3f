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

/// What all parts of a node have in common. All of it is closed by the process.
///
/// @param node the node's name
/// @param events in the kubelet's name
/// @param timer for what happens later; its tasks only put keys into queues
/// @param fatal takes the reason for which the process has to end with status 1, and returns
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
