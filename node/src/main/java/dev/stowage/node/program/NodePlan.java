package dev.stowage.node.program;

import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.self.SelfOptions;
import dev.stowage.node.serve.ServeOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// What a command line asks for.
///
/// @param cri the socket of a container runtime; empty for plain processes
record NodePlan(
        String node,
        KubeletPaths paths,
        Optional<Path> cri,
        SelfOptions self,
        ServeOptions serve,
        ClusterFlags.Access cluster,
        Supplier<RequestLimiter> limits) {}
