package dev.stowage.kube.program;

import dev.stowage.kube.api.Cluster;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.api.Limit;
import dev.stowage.kube.endpoint.Page;
import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.queue.QueueMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The roles of a process that work on the cluster, with what they share. Each begins by itself: one that waits, for a
/// lease or for a kind of object that the cluster does not know yet, holds up no other.
public final class Workplace implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Workplace.class);

    private final Ending ending;
    private final KubeApi api;
    private final Supplier<Limit> limits;
    private final String host;
    private final PrometheusRegistry metrics;
    private final QueueMetrics queues;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("timer").factory());
    private final Mirrors mirrors;
    private final List<EventRecorder> recorders = new ArrayList<>();
    private final List<Role> roles = new ArrayList<>();
    private final List<Role> unbound = new ArrayList<>();
    private final List<Thread> beginnings = new ArrayList<>();
    private @Nullable Leadership leadership;

    /// @param limits makes a budget for each client: what one of them does must not hold up another
    /// @param agent how the server knows us
    /// @param host the machine's name, which is the pod's in a cluster
    public Workplace(
            Cluster cluster,
            Supplier<Limit> limits,
            String agent,
            String host,
            PrometheusRegistry metrics,
            Ending ending) {
        this.ending = ending;
        this.api = new KubeApi(cluster, limits.get(), agent);
        this.limits = limits;
        this.host = host;
        this.metrics = metrics;
        this.queues = new QueueMetrics(metrics);
        this.mirrors = new Mirrors(api, timer);
    }

    public KubeApi api() {
        return api;
    }

    public Mirrors mirrors() {
        return mirrors;
    }

    public QueueMetrics queues() {
        return queues;
    }

    /// For what happens later; its tasks only put keys into queues.
    public ScheduledExecutorService timer() {
        return timer;
    }

    /// Events in the name of that component, on a budget of their own.
    public EventRecorder recorder(String component) {
        var events = new EventRecorder(api.withLimit(limits.get()), component, host, InstantSource.system());
        recorders.add(events);
        return events;
    }

    /// Roles that begin at once, whoever leads.
    public void employ(List<Role> all) {
        roles.addAll(all);
        unbound.addAll(all);
    }

    /// @param leases the roles that go by each lease; a role without one begins at once, whoever leads
    public void employ(List<Role> all, Map<String, List<Role>> leases, LeaseOptions options) {
        roles.addAll(all);
        all.stream()
                .filter(role -> leases.values().stream().noneMatch(bound -> bound.contains(role)))
                .forEach(unbound::add);
        if (!leases.isEmpty()) {
            leadership = new Leadership(
                    api.withLimit(limits.get()),
                    component -> new EventRecorder(api.withLimit(limits.get()), component, "", InstantSource.system()),
                    options,
                    leases,
                    host,
                    metrics,
                    this::begin,
                    ending);
        }
    }

    /// Whether the leases that we hold are renewed in time; empty when there are none.
    public Optional<Page> health() {
        return Optional.ofNullable(leadership).map(Leadership::health);
    }

    public void start() {
        mirrors.start();
        Housekeeping.begin(timer);
        unbound.forEach(this::begin);
        if (leadership != null) {
            leadership.start();
        }
    }

    private synchronized void begin(Role role) {
        if (!ending.hasCome()) {
            beginnings.add(Thread.ofVirtual().name("begin-" + role.name()).start(() -> run(role)));
        }
    }

    private void run(Role role) {
        try {
            log.info("The {} begins.", role.name());
            role.start();
        } catch (InterruptedException e) {
            log.debug("The {} ends before it has begun.", role.name());
        } catch (RuntimeException e) {
            log.error("The {} cannot begin.", role.name(), e);
            ending.fail("the " + role.name() + " cannot begin: " + e.getMessage());
        }
    }

    /// From now on no request leaves this process.
    public void cut() {
        api.close();
    }

    /// Work that is under way is finished before the leases are given back: whoever takes them begins with it.
    @Override
    public void close() {
        synchronized (this) {
            beginnings.forEach(Thread::interrupt);
        }
        atOnce(roles);
        if (leadership != null) {
            leadership.close();
        }
        atOnce(recorders);
        mirrors.close();
        api.close();
        timer.shutdownNow();
    }

    /// Each may take some seconds; they take them together.
    private static void atOnce(List<? extends AutoCloseable> things) {
        try (var closing = Executors.newVirtualThreadPerTaskExecutor()) {
            things.forEach(thing -> closing.execute(() -> close(thing)));
        }
    }

    private static void close(AutoCloseable thing) {
        try {
            thing.close();
        } catch (Exception e) {
            log.warn("Something did not end in order: {}", e.toString());
        }
    }
}
