package dev.stowage.kube.manager;

import dev.stowage.kube.endpoint.ListenAddress;
import java.util.Optional;

/// @param whole for everything
/// @param metrics for the metrics alone; never together with the other
/// @param metricsPath where the metrics stand on either
public record EndpointOptions(Optional<ListenAddress> whole, Optional<ListenAddress> metrics, String metricsPath) {

    /// Serves nothing.
    public static EndpointOptions none() {
        return new EndpointOptions(Optional.empty(), Optional.empty(), "/metrics");
    }
}
