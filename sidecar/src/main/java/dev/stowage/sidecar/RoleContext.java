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

/// What all roles of a process have in common: one driver, one view of the cluster, one clock. All of it is closed by
/// the process; only the recorder of events is the role's own, for it speaks in the role's name.
///
/// @param queues the figures of all work queues
/// @param timer for what happens later; its tasks only put keys into queues
/// @param gates which features are on
/// @param namespace where the process keeps what is its own: leases, the journal
/// @param fatal takes the reason for which the process has to end with status 1, and returns
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
