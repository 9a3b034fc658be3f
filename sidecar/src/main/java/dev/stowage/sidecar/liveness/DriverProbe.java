package dev.stowage.sidecar.liveness;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.PageResponse;
import io.grpc.StatusRuntimeException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Probes the driver on every request, each time over a new connection: an open connection keeps working after
/// the socket file is deleted, so the probe would report a healthy driver that no one else can reach.
public final class DriverProbe implements HttpPage {

    private static final Logger log = LoggerFactory.getLogger(DriverProbe.class);

    private final CsiEndpoint endpoint;
    private final Duration timeout;
    private final ClientOptions options;

    /// @param timeout of connecting and probing together
    public DriverProbe(
            CsiEndpoint endpoint, Duration timeout, PrometheusRegistry metrics, Supplier<String> driverName) {
        this.endpoint = endpoint;
        this.timeout = timeout;
        this.options = ClientOptions.defaults().withDeadline(timeout).withMetrics(metrics, driverName);
    }

    @Override
    public PageResponse answer(Map<String, String> query) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        try (SocketClient client = SocketClient.connect(endpoint, options)) {
            if (!client.awaitConnected(timeout)) {
                return unhealthy(
                        "cannot connect to the CSI driver at " + endpoint + " in " + timeout.toMillis() + " ms");
            }
            ProbeResponse probe = IdentityGrpc.newBlockingStub(client.channel())
                    .withDeadlineAfter(end - System.nanoTime(), TimeUnit.NANOSECONDS)
                    .probe(ProbeRequest.getDefaultInstance());
            // A driver that does not report readiness is ready.
            return probe.hasReady() && !probe.getReady().getValue()
                    ? unhealthy("driver responded but is not ready")
                    : PageResponse.ok();
        } catch (StatusRuntimeException e) {
            return unhealthy("the CSI driver at " + endpoint + " failed the probe: " + e.getMessage());
        }
    }

    private static PageResponse unhealthy(String why) {
        log.warn("Health check failed: {}.", why);
        return PageResponse.text(500, why);
    }
}
