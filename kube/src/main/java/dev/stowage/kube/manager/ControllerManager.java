package dev.stowage.kube.manager;

import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
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

/// The roles of a process that work on the cluster, with what they share. Each begins by itself: one that
/// waits, for a
/// lease or for a kind of object that the cluster does not know yet, holds up no other.
public final class ControllerManager implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ControllerManager.class);

    private final ShutdownSignal shutdownSignal;
    private final KubeClient api;
    private final Supplier<RequestLimiter> limits;
    private final String host;
    private final PrometheusRegistry metrics;
    private final WorkQueueMetrics queues;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("timer").factory());
    private final Informers informers;
    private final List<EventRecorder> recorders = new ArrayList<>();
    private final List<ControllerRole> roles = new ArrayList<>();
    private final List<ControllerRole> unbound = new ArrayList<>();
    private final List<Thread> beginnings = new ArrayList<>();
    private @Nullable LeaderElectedRoles leaderElectedRoles;

    /// @param limits makes a budget for each client: what one of them does must not hold up another
    /// @param agent how the server knows us
    /// @param host the machine's name, which is the pod's in a cluster
    public ControllerManager(
            ClusterAccess cluster,
            Supplier<RequestLimiter> limits,
            String agent,
            String host,
            PrometheusRegistry metrics,
            ShutdownSignal shutdownSignal) {
        this.shutdownSignal = shutdownSignal;
        this.api = new KubeClient(cluster, limits.get(), agent);
        this.limits = limits;
        this.host = host;
        this.metrics = metrics;
        this.queues = new WorkQueueMetrics(metrics);
        this.informers = new Informers(api, timer);
    }

    public KubeClient api() {
        return api;
    }

    public Informers informers() {
        return informers;
    }

    public WorkQueueMetrics queues() {
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
    public void addRoles(List<ControllerRole> all) {
        roles.addAll(all);
        unbound.addAll(all);
    }

    /// @param leases the roles that go by each lease; a role without one begins at once, whoever leads
    public void addRoles(
            List<ControllerRole> all, Map<String, List<ControllerRole>> leases, LeaderElectionOptions options) {
        roles.addAll(all);
        all.stream()
                .filter(role -> leases.values().stream().noneMatch(bound -> bound.contains(role)))
                .forEach(unbound::add);
        if (!leases.isEmpty()) {
            leaderElectedRoles = new LeaderElectedRoles(
                    api.withLimit(limits.get()),
                    component -> new EventRecorder(api.withLimit(limits.get()), component, "", InstantSource.system()),
                    options,
                    leases,
                    host,
                    metrics,
                    this::begin,
                    shutdownSignal);
        }
    }

    /// Whether the leases that we hold are renewed in time; empty when there are none.
    public Optional<HttpPage> health() {
        return Optional.ofNullable(leaderElectedRoles).map(LeaderElectedRoles::health);
    }

    public void start() {
        informers.start();
        HeapTrimmer.start(timer);
        unbound.forEach(this::begin);
        if (leaderElectedRoles != null) {
            leaderElectedRoles.start();
        }
    }

    private synchronized void begin(ControllerRole role) {
        if (!shutdownSignal.isRequested()) {
            beginnings.add(Thread.ofVirtual().name("begin-" + role.name()).start(() -> run(role)));
        }
    }

    private void run(ControllerRole role) {
        try {
            log.info("The {} begins.", role.name());
            role.start();
        } catch (InterruptedException e) {
            log.debug("The {} ends before it has begun.", role.name());
        } catch (RuntimeException e) {
            log.error("The {} cannot begin.", role.name(), e);
            shutdownSignal.fail("the " + role.name() + " cannot begin: " + e.getMessage());
        }
    }

    /// From now on no request leaves this process.
    public void stopImmediately() {
        api.close();
    }

    /// Work that is under way is finished before the leases are given back: whoever takes them begins with it.
    @Override
    public void close() {
        synchronized (this) {
            beginnings.forEach(Thread::interrupt);
        }
        atOnce(roles);
        if (leaderElectedRoles != null) {
            leaderElectedRoles.close();
        }
        atOnce(recorders);
        informers.close();
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
