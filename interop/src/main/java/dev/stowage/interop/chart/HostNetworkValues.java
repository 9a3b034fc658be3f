package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.process.FreePort;
import java.io.IOException;
import java.net.URI;

/// Chart values for a cluster whose pods have no network.
final class HostNetworkValues {

    private HostNetworkValues() {}

    /// Pods reach the API server on loopback only, so they use the host network, where each port belongs to one
    /// pod.
    static String values(ControlPlane plane) throws IOException {
        URI server = URI.create(plane.server());
        return """
                hostNetwork: true
                listenAddress: 127.0.0.1
                apiServer: {host: "%s", port: "%d"}
                node: {port: %d}
                controller: {port: %d, replicas: 1}
                """.formatted(server.getHost(), server.getPort(), FreePort.next(), FreePort.next());
    }
}
