package dev.stowage.sidecar.healthmonitor;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.driver.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The health monitor.
public final class HealthMonitorController implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(HealthMonitorController.class);
    private static final ExponentialBackoff RETRIES =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final RoleContext context;
    private final HealthMonitorOptions options;
    private final Optional<HealthCalls.HealthMethod> method;
    private final List<Informer<?>> synced = new ArrayList<>();
    private final List<WorkQueue<String>> queues = new ArrayList<>();

    public HealthMonitorController(RoleContext context, HealthMonitorOptions options) {
        this.context = context;
        this.options = options;
        Driver driver = context.driver();
        this.method = HealthCalls.HealthMethod.of(driver::has);
        Informer<PersistentVolumeClaim> claims = context.informers().of(Kinds.CLAIMS);
        Informer<PersistentVolume> volumes = context.informers().of(Kinds.VOLUMES);
        synced.add(claims);
        synced.add(volumes);
        var monitoredVolumes = new MonitoredVolumes(volumes, context.api(), driver.name(), options.node());
        method.ifPresent(best -> {
            var healthCalls = new HealthCalls(driver, best, options.timeout());
            var healthReporter = new HealthReporter(
                    claims, context.events(), new HealthEventHistory(context.api()), context.clock());
            queues.add(rounds(healthCalls, monitoredVolumes, healthReporter));
        });
        if (options.watchNodes()) {
            queues.add(nodeWatch(claims, monitoredVolumes));
        }
    }

    private WorkQueue<String> rounds(
            HealthCalls healthCalls, MonitoredVolumes monitoredVolumes, HealthReporter healthReporter) {
        var later = new Later();
        var worker = new HealthCheckWorker(healthCalls, monitoredVolumes, healthReporter, options, later::add);
        var queue = new WorkQueue<>(
                "csi-monitor-pv-queue", options.workers(), RETRIES, worker, context.timer(), context.queues());
        later.queue = Optional.of(queue);
        queue.add(HealthCheckWorker.ROUND);
        return queue;
    }

    /// The worker adds keys to the queue, which is created with the worker.
    private static final class Later {
        private volatile Optional<WorkQueue<String>> queue = Optional.empty();

        void add(String volume, Duration after) {
            queue.ifPresent(made -> made.addAfter(volume, after));
        }
    }

    private WorkQueue<String> nodeWatch(Informer<PersistentVolumeClaim> claims, MonitoredVolumes monitoredVolumes) {
        Informer<Node> nodes = context.informers().of(Kinds.NODES);
        Informer<Pod> pods =
                context.informers().of(Kinds.PODS, pod -> !pod.claims().isEmpty(), "");
        synced.add(nodes);
        synced.add(pods);
        var worker = new NodeWatcher(nodes, pods, claims, monitoredVolumes, context.events(), context.clock());
        var queue = new WorkQueue<>("nodes", 1, RETRIES, worker, context.timer(), context.queues());
        nodes.addEventHandler((before, now) -> {
            if (now == null && before != null) {
                queue.add(before.meta().name());
            } else if (now != null && (before == null || before.ready() != now.ready())) {
                queue.add(now.meta().name());
            }
        });
        return queue;
    }

    @Override
    public String name() {
        return "health";
    }

    @Override
    public String leaseName() {
        return options.isOnNode()
                ? ""
                : "external-health-monitor-leader-" + context.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (method.isEmpty()) {
            context.fatal()
                    .accept("driver " + context.driver().name()
                            + " does not report the health of volumes: it has neither"
                            + " LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH, nor VOLUME_CONDITION with LIST_VOLUMES or"
                            + " GET_VOLUME");
            return;
        }
        for (Informer<?> informer : synced) {
            informer.awaitSynced();
        }
        log.info(
                "Starting the health monitor for driver {} ({}).",
                context.driver().name(),
                method.get());
        queues.forEach(WorkQueue::start);
    }

    @Override
    public void close() {
        queues.forEach(WorkQueue::close);
    }
}
