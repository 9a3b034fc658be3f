package dev.stowage.sidecar.mover;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a storage class says about standbys of its volumes.
///
/// @param topologyKey a label that the node of the standby must have with another value than that of the
///     volume; empty
/// for any other node
/// @param promoteWhenOutOfService whether a standby becomes the volume by itself when the node gets the taint
/// out-of-service
record StandbyClass(Duration interval, String topologyKey, boolean promoteWhenOutOfService) {
    private static final String COUNT = "standby";
    private static final String INTERVAL = "standbyInterval";
    private static final String TOPOLOGY_KEY = "standbyTopologyKey";
    private static final String PROMOTION = "standbyPromotion";

    /// Empty when the class wants none.
    static Optional<StandbyClass> of(Map<String, String> parameters) {
        return parameters.getOrDefault(COUNT, "0").equals("1")
                ? Optional.of(new StandbyClass(
                        StandbySpec.interval(parameters.getOrDefault(INTERVAL, "")),
                        parameters.getOrDefault(TOPOLOGY_KEY, ""),
                        parameters.getOrDefault(PROMOTION, "").equals("OutOfService")))
                : Optional.empty();
    }
}
