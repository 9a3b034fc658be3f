package dev.stowage.sidecar.mover;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;
import java.util.OptionalLong;

/// The options of the mover.
///
/// @param node that this process runs on; empty if it does not know
/// @param namespace of the leases of movers
/// @param address where this mover listens for others
/// @param advertised the host that others find it at; empty for that of the node
/// @param timeout of a call to a driver
/// @param workers how many volumes are moved to this node at the same time
/// @param bandwidthLimit of all transfers to this node together, in bytes a second
public record MoverOptions(
        String node,
        String namespace,
        String address,
        String advertised,
        Duration timeout,
        int workers,
        OptionalLong bandwidthLimit,
        ExponentialBackoff retries) {

    /// @throws UsageException when the process does not know where it runs
    void requireNode() {
        if (node.isEmpty()) {
            throw new UsageException("the mover needs the name of its node (set the environment variable NODE_NAME)");
        }
        if (namespace.isEmpty()) {
            throw new UsageException(
                    "the mover needs a namespace for its lease (set --peer-namespace or the environment variable"
                            + " NAMESPACE)");
        }
    }
}
