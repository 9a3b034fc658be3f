package dev.stowage.control.program;

import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.manager.LeaderElectionOptions;
import java.util.Map;
import java.util.function.Supplier;

/// What a command line asks for.
///
/// @param recordings whether flight recordings are served
record ControlPlan(
        Map<ControllerName, ControllerKind.Making> makings,
        EndpointOptions endpoint,
        LeaderElectionOptions lease,
        ClusterFlags.Access cluster,
        Supplier<RequestLimiter> limits,
        boolean recordings,
        FeatureGates gates) {}
