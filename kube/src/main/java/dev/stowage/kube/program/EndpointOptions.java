package dev.stowage.kube.program;

import dev.stowage.kube.endpoint.Address;
import java.util.Optional;

/// @param whole for everything
/// @param metrics for the metrics alone; never together with the other
/// @param metricsPath where the metrics stand on either
public record EndpointOptions(Optional<Address> whole, Optional<Address> metrics, String metricsPath) {

    /// For whoever leaves it to somebody else.
    public static EndpointOptions none() {
        return new EndpointOptions(Optional.empty(), Optional.empty(), "/metrics");
    }
}
