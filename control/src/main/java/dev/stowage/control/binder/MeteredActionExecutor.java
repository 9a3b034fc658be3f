package dev.stowage.control.binder;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/// Counts what is done for claims and volumes, under the metric names of kube-controller-manager.
final class MeteredActionExecutor implements ActionExecutor {
    private final ActionExecutor executor;
    private final VolumeOperationMetrics volumeOperationMetrics;
    private final Counter classes;
    private final Counter classErrors;

    MeteredActionExecutor(
            ActionExecutor executor, VolumeOperationMetrics volumeOperationMetrics, PrometheusRegistry registry) {
        this.executor = executor;
        this.volumeOperationMetrics = volumeOperationMetrics;
        classes = Counter.builder()
                .name("retroactive_storageclass_total")
                .help("Claims that were assigned a default storage class after their creation.")
                .register(registry);
        classErrors = Counter.builder()
                .name("retroactive_storageclass_errors_total")
                .help("Claims that could not be assigned a default storage class.")
                .register(registry);
    }

    @Override
    public void execute(ClusterAction action) throws ApiFailure, InterruptedException {
        if (!(action instanceof ClusterAction.PatchObject<?> patchObject)) {
            executor.execute(action);
            return;
        }
        boolean givesClass = patchObject.kind().equals(Kinds.CLAIMS)
                && patchObject.patch().body().path("spec").has("storageClassName");
        if (givesClass) {
            classes.inc();
        }
        try {
            executor.execute(action);
        } catch (ApiFailure e) {
            if (givesClass) {
                classErrors.inc();
            }
            volumeOperationMetrics.failed(patchObject.seen().key());
            throw e;
        }
    }
}
