package dev.stowage.sidecar.healthmonitor;

import java.time.Duration;

/// How the health monitor works.
///
/// @param askEvery how often each volume is asked about, by drivers that must be asked for each
/// @param listEvery how often drivers are asked about all volumes at once
/// @param timeout the longest that a call to the driver may take
/// @param workers how many volumes are asked about at once
/// @param watchNodes whether claims are told of nodes that fail
/// @param node the only node whose volumes matter; empty for all
public record HealthMonitorOptions(
        Duration askEvery, Duration listEvery, Duration timeout, int workers, boolean watchNodes, String node) {

    boolean isOnNode() {
        return !node.isEmpty();
    }
}
