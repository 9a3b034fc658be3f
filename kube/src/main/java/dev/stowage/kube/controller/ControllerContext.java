package dev.stowage.kube.controller;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/// What a controller gets: the view of the cluster that it shares with the others, and a recorder of events
/// that speaks
/// in its own name.
///
/// @param executor carry out what the controller decides
/// @param timer for what happens later; its tasks only put keys into queues
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
