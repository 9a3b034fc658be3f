package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;

/// The options of the health monitor.
///
/// @param askEvery how often each volume is checked, for drivers that cannot list
/// @param listEvery how often all volumes are listed
/// @param timeout of a call to the driver
/// @param workers how many volumes are checked concurrently
/// @param watchNodes whether claims get events when nodes fail
/// @param node the only node whose volumes are checked; empty for all
public record HealthMonitorOptions(
        Duration askEvery, Duration listEvery, Duration timeout, int workers, boolean watchNodes, String node) {

    boolean isOnNode() {
        return !node.isEmpty();
    }
}
