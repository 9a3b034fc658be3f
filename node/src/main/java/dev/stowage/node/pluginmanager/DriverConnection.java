package dev.stowage.node.pluginmanager;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiCapabilities;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodeServiceCapability;
import io.grpc.StatusRuntimeException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A driver with its permanent connection. The connection survives restarts of the driver.
final class DriverConnection implements NodeDriver, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration DIAL = Duration.ofSeconds(10);
    private static final Duration RECONNECT = Duration.ofMillis(200);

    private final String name;
    private final CsiEndpoint endpoint;
    private final SocketClient client;
    private volatile String nodeId = "";
    private volatile Set<NodeServiceCapability.RPC.Type> capabilities = Set.of();

    /// @param lost called when the connection to the driver is lost
    DriverConnection(String name, CsiEndpoint endpoint, PrometheusRegistry metrics, Runnable lost) {
        this.name = name;
        this.endpoint = endpoint;
        this.client = SocketClient.connect(
                endpoint,
                ClientOptions.defaults()
                        .withDeadline(TIMEOUT)
                        .withMaxReconnectDelay(RECONNECT)
                        .withOnConnectionLost(lost)
                        .withMetrics(metrics, () -> name)
                        .withCaller(ClientOptions.Caller.NODE));
    }

    /// Queries the driver for its node info.
    NodeGetInfoResponse fetchInfo() throws RegistrationException, InterruptedException {
        if (!client.awaitConnected(DIAL)) {
            throw new RegistrationException("the driver does not listen on " + endpoint);
        }
        try {
            NodeGetInfoResponse info = node(TIMEOUT).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
            if (info.getNodeId().isEmpty()) {
                throw new RegistrationException("error adding CSI driver node info: driverNodeID must not be empty");
            }
            capabilities = Set.copyOf(CsiCapabilities.in(
                    node(TIMEOUT).nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())));
            nodeId = info.getNodeId();
            return info;
        } catch (StatusRuntimeException e) {
            throw new RegistrationException("", e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String nodeId() {
        return nodeId;
    }

    @Override
    public Set<NodeServiceCapability.RPC.Type> capabilities() {
        return capabilities;
    }

    @Override
    public NodeBlockingStub node(Duration timeout) {
        return NodeGrpc.newBlockingStub(client.channel()).withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        client.close();
    }
}
