package dev.stowage.sidecar.driver;

import dev.stowage.csi.CsiEndpoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// How to connect to the driver.
///
/// @param dial how long to wait for the socket at the start
/// @param timeout of each of the first calls
/// @param metrics where the durations of all calls are kept
/// @param onLost called on a separate thread whenever an established connection is lost
public record DriverOptions(
        CsiEndpoint endpoint, Duration dial, Duration timeout, PrometheusRegistry metrics, Runnable onLost) {

    private static final Duration DIAL = Duration.ofSeconds(30);

    public static DriverOptions of(
            CsiEndpoint endpoint, Duration timeout, PrometheusRegistry metrics, Runnable onLost) {
        return new DriverOptions(endpoint, DIAL, timeout, metrics, onLost);
    }
}
