package dev.stowage.sidecar.liveness;

import java.time.Duration;

/// @param port where the health page stands unless an endpoint is named
/// @param portGiven whether somebody asked for just that port
public record LivenessOptions(Duration probeTimeout, int port, boolean portGiven) {

    /// Whether the port is another than the usual one: somebody must have wanted it.
    public boolean hasOddPort() {
        return port != LivenessFlags.USUAL_PORT;
    }
}
