package dev.stowage.sidecar.program;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.kube.manager.LeaderElectionOptions;
import dev.stowage.sidecar.liveness.LivenessOptions;
import dev.stowage.sidecar.registrar.RegistrarOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// The options of the sidecar program, as parsed from its command line.
///
/// @param singleRole the role whose upstream program is replaced; empty for `stowage sidecar`
/// @param roles the selected roles; when empty, the driver's capabilities decide
/// @param driver where the driver listens; for roles in the driver's own process, the driver decides
/// @param timeout of the first calls to the driver
/// @param sharedLease whether all roles share one lease
/// @param recordings whether flight recordings are served
/// @param expectedDriver the driver's name according to the command line; empty when it has none
/// @param factories how to create each role that needs the cluster
record SidecarOptions(
        Optional<RoleName> singleRole,
        Set<RoleName> roles,
        CsiEndpoint driver,
        Duration timeout,
        EndpointOptions endpoint,
        LeaderElectionOptions lease,
        boolean sharedLease,
        boolean recordings,
        String expectedDriver,
        ClusterFlags.Access cluster,
        Supplier<RequestLimiter> limits,
        FeatureGates gates,
        Map<RoleName, RoleDefinition.RoleFactory> factories,
        LivenessOptions liveness,
        RegistrarOptions registrar) {

    SidecarOptions {
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
        factories = Map.copyOf(factories);
    }

    /// Whether this process needs no cluster, regardless of the driver's capabilities.
    boolean isNodeOnly() {
        return !roles.isEmpty() && roles.stream().noneMatch(RoleName::needsCluster);
    }

    /// Whether this process needs no driver.
    boolean isClusterOnly() {
        return !roles.isEmpty() && roles.stream().noneMatch(RoleName::needsDriver);
    }
}
