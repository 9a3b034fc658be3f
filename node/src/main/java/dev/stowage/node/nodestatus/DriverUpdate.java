package dev.stowage.node.nodestatus;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What one driver wants of the node's object, until it is there.
///
/// @param registration empty for a driver that goes
/// @param result why it was refused; empty when the cluster has it
record DriverUpdate(String driver, Optional<Registration> registration, CompletableFuture<String> result) {

    /// @param nodeId what the driver calls the node
    /// @param topology where the driver says the node is
    record Registration(String nodeId, Map<String, String> topology) {}
}
