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

/// The controller roles of a process, with what they share. Each starts independently: a role that waits for a
/// lease or for a missing CRD does not delay the others.
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
    private final List<ControllerRole> unelected = new ArrayList<>();
    private final List<Thread> startups = new ArrayList<>();
    private @Nullable LeaderElectedRoles leaderElectedRoles;

    /// @param limits creates a limiter for each client: one client must not delay another
    /// @param agent the user agent of our requests
    /// @param host the host name; in a cluster, the pod's name
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

    /// For delayed work; its tasks only add keys to queues.
    public ScheduledExecutorService timer() {
        return timer;
    }

    /// Records events of that component, with its own request limit.
    public EventRecorder recorder(String component) {
        var events = new EventRecorder(api.withLimit(limits.get()), component, host, InstantSource.system());
        recorders.add(events);
        return events;
    }

    /// Roles that start immediately, without leader election.
    public void addRoles(List<ControllerRole> all) {
        roles.addAll(all);
        unelected.addAll(all);
    }

    /// @param leases the roles of each lease; a role without a lease starts immediately
    public void addRoles(
            List<ControllerRole> all, Map<String, List<ControllerRole>> leases, LeaderElectionOptions options) {
        roles.addAll(all);
        all.stream()
                .filter(role -> leases.values().stream().noneMatch(bound -> bound.contains(role)))
                .forEach(unelected::add);
        if (!leases.isEmpty()) {
            leaderElectedRoles = new LeaderElectedRoles(
                    api.withLimit(limits.get()),
                    component -> new EventRecorder(api.withLimit(limits.get()), component, "", InstantSource.system()),
                    options,
                    leases,
                    host,
                    metrics,
                    this::startInBackground,
                    shutdownSignal);
        }
    }

    /// Whether the leases that we hold are renewed in time; empty without leader election.
    public Optional<HttpPage> health() {
        return Optional.ofNullable(leaderElectedRoles).map(LeaderElectedRoles::health);
    }

    public void start() {
        informers.start();
        HeapTrimmer.start(timer);
        unelected.forEach(this::startInBackground);
        if (leaderElectedRoles != null) {
            leaderElectedRoles.start();
        }
    }

    private synchronized void startInBackground(ControllerRole role) {
        if (!shutdownSignal.isRequested()) {
            startups.add(Thread.ofVirtual().name("begin-" + role.name()).start(() -> run(role)));
        }
    }

    private void run(ControllerRole role) {
        try {
            log.info("Starting the {}.", role.name());
            role.start();
        } catch (InterruptedException e) {
            log.debug("The {} was stopped before it started.", role.name());
        } catch (RuntimeException e) {
            log.error("Failed to start the {}.", role.name(), e);
            shutdownSignal.fail("failed to start the " + role.name() + ": " + e.getMessage());
        }
    }

    /// Closes the client: from now on this process sends no request.
    public void stopImmediately() {
        api.close();
    }

    /// Finishes running work before it releases the leases: the next leader takes over the same work.
    @Override
    public void close() {
        synchronized (this) {
            startups.forEach(Thread::interrupt);
        }
        closeInParallel(roles);
        if (leaderElectedRoles != null) {
            leaderElectedRoles.close();
        }
        closeInParallel(recorders);
        informers.close();
        api.close();
        timer.shutdownNow();
    }

    /// Each may take some seconds, so they are closed in parallel.
    private static void closeInParallel(List<? extends AutoCloseable> closeables) {
        try (var closing = Executors.newVirtualThreadPerTaskExecutor()) {
            closeables.forEach(closeable -> closing.execute(() -> close(closeable)));
        }
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            log.warn("Failed to stop a component cleanly: {}", e.toString());
        }
    }
}
