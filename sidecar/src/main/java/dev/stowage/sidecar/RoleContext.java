package dev.stowage.sidecar;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.sidecar.driver.Driver;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/// What all roles of a process share: one driver, one set of informers, one clock. The process closes all of
/// it. Only the event recorder belongs to the role, because events carry the role's name.
///
/// @param queues the metrics of all work queues
/// @param timer for delayed work; its tasks only add keys to queues
/// @param gates the enabled features
/// @param namespace of the process's own objects: leases, the journal
/// @param fatal ends the process with status 1 for the given reason; returns at once
public record RoleContext(
        Driver driver,
        KubeClient api,
        Informers informers,
        EventRecorder events,
        PrometheusRegistry metrics,
        WorkQueueMetrics queues,
        ScheduledExecutorService timer,
        InstantSource clock,
        FeatureGates gates,
        String namespace,
        Consumer<String> fatal) {}
