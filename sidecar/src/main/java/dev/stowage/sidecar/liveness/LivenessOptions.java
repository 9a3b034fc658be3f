package dev.stowage.sidecar.liveness;

import java.time.Duration;

/// @param port of the health page unless an endpoint is set
/// @param portGiven whether the port was set explicitly
public record LivenessOptions(Duration probeTimeout, int port, boolean portGiven) {

    /// Whether the port differs from the default, so it was set on purpose.
    public boolean hasOddPort() {
        return port != LivenessFlags.USUAL_PORT;
    }
}
