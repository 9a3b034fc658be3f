package dev.stowage.control.attachdetach;

import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// Number of forced detaches, under the metric name of kube-controller-manager.
final class ForcedDetachMetrics {
    /// This is a counter, but the library ends the name of every counter with `_total`, which this name
    /// lacks.
    private final Gauge counter;

    ForcedDetachMetrics(PrometheusRegistry registry) {
        counter = Gauge.builder()
                .name("attach_detach_controller_attachdetach_controller_forced_detaches")
                .help("Volumes detached by force.")
                .labelNames("reason")
                .register(registry);
    }

    void count(DetachDecision.Reason reason) {
        counter.labelValues(reason.metric()).inc();
    }
}
