package dev.stowage.control.program;

import dev.stowage.kube.api.Limit;
import dev.stowage.kube.program.ClusterFlags;
import dev.stowage.kube.program.EndpointOptions;
import dev.stowage.kube.program.Gates;
import dev.stowage.kube.program.LeaseOptions;
import java.util.Map;
import java.util.function.Supplier;

/// What a command line asks for.
///
/// @param recordings whether flight recordings are served
record ControlPlan(
        Map<ControllerName, ControllerKind.Making> makings,
        EndpointOptions endpoint,
        LeaseOptions lease,
        ClusterFlags.Access cluster,
        Supplier<Limit> limits,
        boolean recordings,
        Gates gates) {}
