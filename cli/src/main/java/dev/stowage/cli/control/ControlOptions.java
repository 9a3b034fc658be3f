package dev.stowage.cli.control;

import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.kube.manager.EndpointOptions;
import dev.stowage.kube.manager.LeaderElectionOptions;
import java.util.Map;
import java.util.function.Supplier;

/// The parsed command line.
///
/// @param recordings whether flight recordings are served
record ControlOptions(
        Map<ControllerName, ControllerDescriptor.Constructor> constructors,
        EndpointOptions endpoint,
        LeaderElectionOptions lease,
        ClusterFlags.Access cluster,
        Supplier<RequestLimiter> limits,
        boolean recordings,
        FeatureGates gates) {}
