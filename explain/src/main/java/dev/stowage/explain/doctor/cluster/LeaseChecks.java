package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Leader election: controllers that volumes need must renew their leases.
final class LeaseChecks {
    private static final Set<String> CORE = Set.of("kube-controller-manager", "kube-scheduler");
    private static final String SNAPSHOTS = "snapshot-controller-leader";
    private static final List<String> OF_DRIVERS = List.of(
            "external-attacher-leader-",
            "external-resizer-",
            "external-snapshotter-leader-",
            "external-health-monitor-leader-",
            "stowage-sidecar-",
            "");

    private LeaseChecks() {}

    static List<CheckResult> of(ClusterState clusterState) {
        DriverInventory drivers = DriverInventory.in(clusterState);
        List<CheckResult> checks = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        for (KubeResource lease : clusterState.all(ResourceKind.LEASE)) {
            boolean counts = CORE.contains(lease.name())
                    || lease.name().equals(SNAPSHOTS)
                    || owner(lease, drivers).isPresent();
            if (counts) {
                judge(lease, clusterState.taken(), checks, fresh);
            }
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "leases",
                    fresh.isEmpty()
                            ? "No leader election leases."
                            : "Held and renewed: " + NameSummary.of(fresh) + "."));
        }
        return checks;
    }

    private static void judge(KubeResource lease, Instant now, List<CheckResult> checks, List<String> fresh) {
        Optional<Instant> renewed = lease.time("/spec/renewTime");
        String holder = lease.text("/spec/holderIdentity");
        if (renewed.isEmpty()) {
            return; // a lease that is used to store other data
        }
        long lasts = Math.max(1, lease.json().at("/spec/leaseDurationSeconds").asLong(15));
        Duration age = Duration.between(renewed.get(), now);
        String name = lease.namespace() + "/" + lease.name();
        if (age.compareTo(Duration.ofSeconds(2 * lasts)) <= 0) {
            fresh.add(lease.name());
        } else {
            String state = holder.isEmpty()
                    ? " has had no holder for " + age.toSeconds() + "s"
                    : " was last renewed " + age.toSeconds() + "s ago by " + holder;
            checks.add(CheckResult.bad(
                    "leases",
                    "Lease " + name + state + ": no leader is active.",
                    "Check whether its pods run; delete the lease if they now run without leader election."));
        }
    }

    /// Leases of uninstalled drivers are ignored.
    private static Optional<String> owner(KubeResource lease, DriverInventory drivers) {
        return Stream.concat(drivers.declared().stream(), drivers.registered().stream())
                .filter(driver ->
                        OF_DRIVERS.stream().anyMatch(prefix -> lease.name().equals(prefix + driver.replace('/', '-'))))
                .findFirst();
    }
}
