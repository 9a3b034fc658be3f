package dev.stowage.sidecar.health;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.driver.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The health monitor.
public final class HealthMonitor implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(HealthMonitor.class);
    private static final ExponentialBackoff RETRIES = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final Shared shared;
    private final HealthMonitorOptions options;
    private final Optional<Questions.Way> way;
    private final List<Informer<?>> mirrors = new ArrayList<>();
    private final List<WorkQueue<String>> queues = new ArrayList<>();

    public HealthMonitor(Shared shared, HealthMonitorOptions options) {
        this.shared = shared;
        this.options = options;
        Driver driver = shared.driver();
        this.way = Questions.Way.of(driver::has);
        Informer<PersistentVolumeClaim> claims = shared.informers().of(Kinds.CLAIMS);
        Informer<PersistentVolume> volumes = shared.informers().of(Kinds.VOLUMES);
        mirrors.add(claims);
        mirrors.add(volumes);
        var patients = new Patients(volumes, shared.api(), driver.name(), options.node());
        way.ifPresent(best -> {
            var questions = new Questions(driver, best, options.timeout());
            var announcer = new Announcer(claims, shared.events(), new Recollection(shared.api()), shared.clock());
            queues.add(rounds(questions, patients, announcer));
        });
        if (options.watchNodes()) {
            queues.add(nodeWatch(claims, patients));
        }
    }

    private WorkQueue<String> rounds(Questions questions, Patients patients, Announcer announcer) {
        var later = new Later();
        var worker = new Rounds(questions, patients, announcer, options, later::add);
        var queue = new WorkQueue<>(
                "csi-monitor-pv-queue", options.workers(), RETRIES, worker, shared.timer(), shared.queues());
        later.queue = Optional.of(queue);
        queue.add(Rounds.ROUND);
        return queue;
    }

    /// The queue's worker puts keys into the queue, which has to be made with its worker.
    private static final class Later {
        private volatile Optional<WorkQueue<String>> queue = Optional.empty();

        void add(String volume, Duration after) {
            queue.ifPresent(made -> made.addAfter(volume, after));
        }
    }

    private WorkQueue<String> nodeWatch(Informer<PersistentVolumeClaim> claims, Patients patients) {
        Informer<Node> nodes = shared.informers().of(Kinds.NODES);
        Informer<Pod> pods = shared.informers().of(Kinds.PODS, pod -> !pod.claims().isEmpty(), "");
        mirrors.add(nodes);
        mirrors.add(pods);
        var worker = new NodeWatch(nodes, pods, claims, patients, shared.events(), shared.clock());
        var queue = new WorkQueue<>("nodes", 1, RETRIES, worker, shared.timer(), shared.queues());
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
                : "external-health-monitor-leader-" + shared.driver().name();
    }

    @Override
    public void start() throws InterruptedException {
        if (way.isEmpty()) {
            shared.fatal()
                    .accept("driver " + shared.driver().name()
                            + " tells nothing of the health of volumes: it has neither"
                            + " LIST_VOLUME_HEALTH nor GET_VOLUME_HEALTH, nor VOLUME_CONDITION with LIST_VOLUMES or"
                            + " GET_VOLUME");
            return;
        }
        for (Informer<?> informer : mirrors) {
            informer.awaitSynced();
        }
        log.info("The health monitor of driver {} begins ({}).", shared.driver().name(), way.get());
        queues.forEach(WorkQueue::start);
    }

    @Override
    public void close() {
        queues.forEach(WorkQueue::close);
    }
}
