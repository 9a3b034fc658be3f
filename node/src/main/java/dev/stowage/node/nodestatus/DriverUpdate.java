package dev.stowage.node.nodestatus;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A pending change of one driver to the Node object.
///
/// @param registration empty for a driver that is unregistered
/// @param result the reason of a refusal; empty when the change is written
record DriverUpdate(String driver, Optional<Registration> registration, CompletableFuture<String> result) {

    /// @param nodeId what the driver calls the node
    /// @param topology where the driver says the node is
    record Registration(String nodeId, Map<String, String> topology) {}
}
