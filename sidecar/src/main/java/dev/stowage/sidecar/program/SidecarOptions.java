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

/// What a command line asks for.
///
/// @param singleRole the one role whose upstream program is stood in for; empty for `stowage sidecar`
/// @param roles the roles that were asked for; none means that the driver's capabilities decide
/// @param timeout of the first questions to the driver
/// @param sharedLease whether all roles go by one lease
/// @param recordings whether flight recordings are served
/// @param expectedDriver the driver's name as the line has it; empty when it does not
/// @param factories how to make each role that works on the cluster
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

    /// The same for a driver that is somewhere else.
    SidecarOptions at(CsiEndpoint socket) {
        return new SidecarOptions(
                singleRole,
                roles,
                socket,
                timeout,
                endpoint,
                lease,
                sharedLease,
                recordings,
                expectedDriver,
                cluster,
                limits,
                gates,
                factories,
                liveness,
                registrar);
    }

    /// Whether this process can do without a cluster whatever the driver can do.
    boolean isNodeOnly() {
        return !roles.isEmpty() && roles.stream().noneMatch(RoleName::needsCluster);
    }
}
