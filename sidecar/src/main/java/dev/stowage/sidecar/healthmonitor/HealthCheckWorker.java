package dev.stowage.sidecar.healthmonitor;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks all volumes periodically: with one list call, or with one call per volume, spread over the interval.
final class HealthCheckWorker implements WorkQueue.Worker<String> {
    private static final Logger log = LoggerFactory.getLogger(HealthCheckWorker.class);

    /// The key of a round of checks; no volume has an empty name.
    static final String ROUND = "";

    private final HealthCalls healthCalls;
    private final MonitoredVolumes monitoredVolumes;
    private final HealthReporter healthReporter;
    private final HealthMonitorOptions options;
    private final BiConsumer<String, Duration> later;

    /// @param later enqueues a volume after a delay
    HealthCheckWorker(
            HealthCalls healthCalls,
            MonitoredVolumes monitoredVolumes,
            HealthReporter healthReporter,
            HealthMonitorOptions options,
            BiConsumer<String, Duration> later) {
        this.healthCalls = healthCalls;
        this.monitoredVolumes = monitoredVolumes;
        this.healthReporter = healthReporter;
        this.options = options;
        this.later = later;
    }

    @Override
    public ReconcileResult work(String key) throws ApiFailure, InterruptedException {
        if (!key.equals(ROUND)) {
            return check(key);
        }
        healthReporter.restore();
        return healthCalls.method().isList() ? list() : spread();
    }

    private ReconcileResult list() throws ApiFailure, InterruptedException {
        try {
            HealthCalls.HealthResponse healthResponse = healthCalls.list();
            for (PersistentVolume volume : monitoredVolumes.all()) {
                report(volume, healthResponse.of(handle(volume)));
            }
        } catch (StatusRuntimeException e) {
            log.warn("Cannot list the health of volumes: {}", RpcErrorText.of(e));
        }
        return ReconcileResult.requeueAfter(options.listEvery());
    }

    private ReconcileResult spread() throws ApiFailure, InterruptedException {
        List<PersistentVolume> due = monitoredVolumes.all();
        Duration round = length(due.size(), options);
        for (int i = 0; i < due.size(); i++) {
            later.accept(due.get(i).meta().name(), round.multipliedBy(i).dividedBy(due.size()));
        }
        return ReconcileResult.requeueAfter(round);
    }

    /// Thousands of volumes may take longer than the interval: continuous calls would overload the storage.
    static Duration length(int volumes, HealthMonitorOptions options) {
        Duration gentle = Duration.ofSeconds(volumes / options.workers());
        return gentle.compareTo(options.askEvery()) > 0 ? gentle : options.askEvery();
    }

    private ReconcileResult check(String name) throws InterruptedException {
        Optional<PersistentVolume> volume = monitoredVolumes.find(name);
        if (volume.isPresent()) {
            try {
                report(volume.get(), healthCalls.get(handle(volume.get())));
            } catch (StatusRuntimeException e) {
                // Retried in the next round.
                log.info("Cannot get the health of volume {}: {}", name, RpcErrorText.of(e));
            }
        }
        return ReconcileResult.done();
    }

    private void report(PersistentVolume volume, Optional<HealthState> health) throws InterruptedException {
        if (health.isPresent()) {
            healthReporter.report(volume, health.get());
        }
    }

    private static String handle(PersistentVolume volume) {
        return volume.csi() == null ? "" : volume.csi().handle();
    }
}
