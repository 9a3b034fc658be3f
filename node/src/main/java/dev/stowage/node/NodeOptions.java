package dev.stowage.node;

import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.ClusterFlags;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.nodestatus.NodeStatusOptions;
import dev.stowage.node.server.NodeServerOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// The options of a node, read from its command line.
///
/// @param manifests the directory or file of static pods; empty for none
/// @param cri the socket of a CRI runtime; empty for plain processes
record NodeOptions(
        String node,
        KubeletPaths paths,
        Optional<Path> manifests,
        Optional<Path> cri,
        NodeStatusOptions status,
        NodeServerOptions server,
        ClusterFlags.Access cluster,
        Supplier<RequestLimiter> limits) {}
