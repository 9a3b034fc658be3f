package dev.stowage.node.pluginmanager;

import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import java.time.Duration;
import java.util.Set;

/// A driver that is registered: known by name, asked once what it can do, on a connection that is kept.
public interface NodeDriver {

    String name();

    /// What the driver calls this node.
    String nodeId();

    Set<NodeServiceCapability.RPC.Type> capabilities();

    default boolean can(NodeServiceCapability.RPC.Type capability) {
        return capabilities().contains(capability);
    }

    /// For one call: the deadline runs from the moment it is asked for. What a failed call says of the world
    /// is told by
    /// [dev.stowage.csi.RpcOutcome].
    NodeBlockingStub node(Duration timeout);
}
