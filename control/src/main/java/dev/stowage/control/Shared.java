package dev.stowage.control;

import dev.stowage.control.act.Hands;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.program.Gates;
import dev.stowage.kube.queue.QueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

/// What a controller gets: the view of the cluster that it shares with the others, and a recorder of events that speaks
/// in its own name.
///
/// @param hands carry out what the controller decides
/// @param timer for what happens later; its tasks only put keys into queues
public record Shared(
        KubeApi api,
        Mirrors mirrors,
        EventRecorder events,
        Hands hands,
        PrometheusRegistry metrics,
        QueueMetrics queues,
        ScheduledExecutorService timer,
        InstantSource clock,
        Gates gates) {}
