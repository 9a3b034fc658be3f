package dev.stowage.sdk.server;

import dev.stowage.csi.CsiEndpoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/// A driver that accepts calls from now on.
///
/// @param driverName the driver's name
/// @param metrics the metrics at `/metrics`
/// @param fatal takes the reason why the process must end with status 1, and returns
public record ServingContext(
        String driverName, CsiEndpoint socket, PrometheusRegistry metrics, Consumer<String> fatal) {}
