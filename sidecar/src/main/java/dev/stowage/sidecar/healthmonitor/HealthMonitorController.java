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

    private final RoleContext roleContext;
    private final HealthMonitorOptions options;
    private final Optional<HealthCalls.HealthMethod> way;
    private final List<Informer<?>> mirrors = new ArrayList<>();
    private final List<WorkQueue<String>> queues = new ArrayList<>();

    public HealthMonitorController(RoleContext roleContext, HealthMonitorOptions options) {
        this.roleContext = roleContext;
        this.options = options;
        Driver driver = roleContext.driver();
        this.way = HealthCalls.HealthMethod.of(driver::has);
        Informer<PersistentVolumeClaim> claims = roleContext.informers().of(Kinds.CLAIMS);
        Informer<PersistentVolume> volumes = roleContext.informers().of(Kinds.VOLUMES);
        mirrors.add(claims);
        mirrors.add(volumes);
        var monitoredVolumes = new MonitoredVolumes(volumes, roleContext.api(), driver.name(), options.node());
        way.ifPresent(best -> {
            var healthCalls = new HealthCalls(driver, best, options.timeout());
            var healthReporter = new HealthReporter(
                    claims, roleContext.events(), new HealthEventHistory(roleContext.api()), roleContext.clock());
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
                "csi-monitor-pv-queue", options.workers(), RETRIES, worker, roleContext.timer(), roleContext.queues());
        later.queue = Optional.of(queue);
        queue.add(HealthCheckWorker.ROUND);
        return queue;
    }

    /// The queue's worker puts keys into the queue, which has to be made with its worker.
    private static final class Later {
        private volatile Optional<WorkQueue<String>> queue = Optional.empty();

        void add(String volume, Duration after) {
            queue.ifPresent(made -> made.addAfter(volume, after));
        }
    }

    private WorkQueue<String> nodeWatch(Informer<PersistentVolumeClaim> claims, MonitoredVolumes monitoredVolumes) {
        Informer<Node> nodes = roleContext.informers().of(Kinds.NODES);
        Informer<Pod> pods =
                roleContext.informers().of(Kinds.PODS, pod -> !pod.claims().isEmpty(), "");
        mirrors.add(nodes);
        mirrors.add(pods);
        var worker = new NodeWatcher(nodes, pods, claims, monitoredVolumes, roleContext.events(), roleContext.clock());
        var queue = new WorkQueue<>("nodes", 1, RETRIES, worker, roleContext.timer(), roleContext.queues());
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
                : "external-health-monitor-leader-" + roleContext.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (way.isEmpty()) {
            roleContext
                    .fatal()
                    .accept("driver " + roleContext.driver().name()
                            + " tells nothing of the health of volumes: it has neither"
                            + " LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH, nor VOLUME_CONDITION with LIST_VOLUMES or"
                            + " GET_VOLUME");
            return;
        }
        for (Informer<?> informer : mirrors) {
            informer.awaitSynced();
        }
        log.info(
                "The health monitor of driver {} begins ({}).",
                roleContext.driver().name(),
                way.get());
        queues.forEach(WorkQueue::start);
    }

    @Override
    public void close() {
        queues.forEach(WorkQueue::close);
    }
}
