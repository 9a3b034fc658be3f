package dev.stowage.node.pluginmanager;

import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import java.time.Duration;
import java.util.Set;

/// A registered driver with its capabilities, which are queried once, and its permanent connection.
public interface NodeDriver {

    String name();

    /// What the driver calls this node.
    String nodeId();

    Set<NodeServiceCapability.RPC.Type> capabilities();

    default boolean can(NodeServiceCapability.RPC.Type capability) {
        return capabilities().contains(capability);
    }

    /// For one call: the deadline starts when this method is called. [dev.stowage.csi.RpcOutcome] says what can
    /// be concluded from a failed call.
    NodeBlockingStub node(Duration timeout);
}
