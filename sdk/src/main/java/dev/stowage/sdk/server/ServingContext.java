package dev.stowage.sdk.server;

import dev.stowage.csi.CsiEndpoint;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/// A driver that can be called from now on.
///
/// @param driverName the name under which it is known
/// @param metrics what stands at `/metrics`
/// @param fatal takes the reason for which the process has to end with status 1, and returns
public record ServingContext(
        String driverName, CsiEndpoint socket, PrometheusRegistry metrics, Consumer<String> fatal) {}
