package dev.stowage.kube.controller;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/// What a controller gets: the informers that it shares with the others, and an event recorder with its own
/// source.
///
/// @param executor executes what the controller decides
/// @param timer for delayed work; its tasks only add keys to queues
public record ControllerContext(
        KubeClient api,
        Informers informers,
        EventRecorder events,
        ActionExecutor executor,
        PrometheusRegistry metrics,
        WorkQueueMetrics queues,
        ScheduledExecutorService timer,
        InstantSource clock,
        FeatureGates gates) {}
