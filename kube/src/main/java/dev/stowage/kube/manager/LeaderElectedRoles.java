package dev.stowage.kube.manager;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.leaderelection.LeaderElection;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Starts roles when this process gets their lease. Losing a lease ends the process.
final class LeaderElectedRoles implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(20);

    private final String identity;
    private final Map<String, LeaderElection> elections = new LinkedHashMap<>();
    private final Map<String, EventRecorder> recorders = new HashMap<>();

    /// @param api with its own request limit, so that other work never delays a renewal
    /// @param events creates a recorder for that component
    /// @param begin called for each role when it may start
    LeaderElectedRoles(
            KubeClient api,
            Function<String, EventRecorder> events,
            LeaderElectionOptions options,
            Map<String, List<ControllerRole>> leases,
            String identity,
            PrometheusRegistry metrics,
            Consumer<ControllerRole> begin,
            ShutdownSignal shutdownSignal) {
        this.identity = LeaderElectionOptions.nameOf(identity);
        Gauge leading = Gauge.builder()
                .name("leader_election_master_status")
                .help("1 while this process holds the lease, otherwise 0.")
                .labelNames("name")
                .register(metrics);
        String namespace = options.leaseNamespace();
        leases.forEach((lease, roles) -> {
            recorders.put(lease, events.apply(lease + "/" + identity));
            leading.labelValues(lease).set(0);
            var candidate = new LeaderElection.Candidate() {
                @Override
                public void leads() {
                    leading.labelValues(lease).set(1);
                    recordEvent(lease, "became leader");
                    roles.forEach(begin);
                }

                @Override
                public void lost() {
                    leading.labelValues(lease).set(0);
                    shutdownSignal.end(
                            ShutdownSignal.Mode.AT_ONCE, "the lease " + namespace + "/" + lease + " was lost");
                }
            };
            elections.put(
                    lease,
                    new LeaderElection(
                            api,
                            namespace,
                            lease,
                            this.identity,
                            options.times(),
                            options.labels(),
                            candidate,
                            InstantSource.system()));
        });
    }

    /// A process that lost its lease records no event; the next leader does.
    private void recordEvent(String lease, String what) {
        Optional.ofNullable(elections.get(lease))
                .flatMap(LeaderElection::lease)
                .ifPresent(about -> Objects.requireNonNull(recorders.get(lease))
                        .normal(about.reference(), "LeaderElection", identity + " " + what));
    }

    void start() {
        elections.values().forEach(LeaderElection::start);
    }

    /// Healthy as long as no lease of ours is long overdue.
    HttpPage health() {
        return HttpPage.health(() -> elections.entrySet().stream()
                .filter(entry -> entry.getValue().isOverdue(GRACE))
                .findFirst()
                .map(entry -> "failed election to renew leadership on lease " + entry.getKey())
                .or(Optional::empty));
    }

    /// Releases the leases.
    @Override
    public void close() {
        elections.forEach((lease, leaderElection) -> {
            boolean led = leaderElection.isLeading();
            leaderElection.close();
            if (led) {
                recordEvent(lease, "stopped leading");
            }
        });
        recorders.values().forEach(EventRecorder::close);
    }
}
