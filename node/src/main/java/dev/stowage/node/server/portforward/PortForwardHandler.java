package dev.stowage.node.server.portforward;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.http.server.UpgradedConnection;
import dev.stowage.http.stream.ChannelProtocol;
import dev.stowage.http.stream.SpdySession;
import dev.stowage.http.stream.WebSocketConnection;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.PortForwardTarget;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.server.remotecommand.RuntimeStreamProxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// `/portForward/NAMESPACE/POD`, with or without the UID of the pod behind it.
///
/// Served over SPDY, and over a WebSocket whose channels are the ports of the query. With a CRI runtime the
/// request is passed to its streaming server. kubectl sends SPDY inside of a WebSocket, of which the API server
/// forwards the SPDY.
public final class PortForwardHandler implements HttpHandler {
    private static final String PROTOCOL = "portforward.k8s.io";
    /// Each has two channels, whose numbers are one byte.
    private static final int MAX_PORTS = 64;

    private final PodLister podLister;
    private final ContainerRuntime runtime;

    public PortForwardHandler(PodLister podLister, ContainerRuntime runtime) {
        this.podLister = podLister;
        this.runtime = runtime;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        String[] parts = exchange.path().split("/", -1);
        if (parts.length != 4 && parts.length != 5) {
            throw new HttpException(404, "404 page not found");
        }
        NodePod found =
                podLister.pod(parts[2], parts[3]).orElseThrow(() -> new HttpException(404, "pod does not exist"));
        if (parts.length == 5 && !found.uid().equals(parts[4])) {
            throw new HttpException(404, "pod not found");
        }
        RuntimePod sandbox = runtime.pod(found.uid())
                .filter(RuntimePod::ready)
                .orElseThrow(() -> new HttpException(
                        500,
                        "pod not found (\"%s_%s\")"
                                .formatted(found.meta().name(), found.meta().namespace())));
        if (exchange.head().upgrade().isEmpty()) {
            throw new HttpException(400, "Upgrade request required");
        }
        boolean isWebSocket = exchange.head().upgrade().equals("websocket");
        List<Integer> ports = isWebSocket ? ports(exchange.queryParameters().all("port")) : List.of();
        PortForwardTarget target;
        try {
            target = runtime.portForward(sandbox, ports);
        } catch (IOException e) {
            throw new HttpException(500, String.valueOf(e.getMessage()));
        }
        switch (target) {
            case PortForwardTarget.StreamingUrl streamingUrl ->
                RuntimeStreamProxy.open(exchange, streamingUrl.url(), true);
            case PortForwardTarget.Address address -> {
                var pod = new PodPorts(sandbox.id(), address.address());
                if (isWebSocket) {
                    overWebSocket(exchange, pod, ports);
                } else {
                    overSpdy(exchange, pod);
                }
            }
        }
    }

    private static List<Integer> ports(List<String> given) throws HttpException {
        if (given.isEmpty()) {
            throw new HttpException(400, "query parameter \"port\" is required");
        }
        List<Integer> ports = new ArrayList<>();
        for (String text : given) {
            for (String one : text.split(",", -1)) {
                int port = PortForwardStream.port(one);
                if (port == 0 || ports.size() == MAX_PORTS) {
                    throw new HttpException(400, "unable to parse \"" + text + "\" as a port");
                }
                ports.add(port);
            }
        }
        return ports;
    }

    private static void overWebSocket(HttpExchange exchange, PodPorts pod, List<Integer> ports)
            throws IOException, HttpException, InterruptedException {
        if (!exchange.head().list("sec-websocket-protocol").contains(ChannelProtocol.V4.subprotocol())) {
            throw new HttpException(
                    400,
                    "unable to upgrade websocket connection: the server supports " + ChannelProtocol.V4.subprotocol());
        }
        try (UpgradedConnection upgraded = exchange.takeOver()) {
            String acceptance = ChannelProtocol.V4.upgradeResponse(exchange.head());
            upgraded.out().write(acceptance.getBytes(StandardCharsets.US_ASCII));
            upgraded.out().flush();
            try (PortForwardChannels channels =
                    new PortForwardChannels(new WebSocketConnection(upgraded), pod, ports)) {
                channels.run();
            }
        }
    }

    private static void overSpdy(HttpExchange exchange, PodPorts pod) throws IOException, HttpException {
        if (!exchange.head().upgrade().equals("spdy/3.1")) {
            throw new HttpException(
                    400,
                    "unable to upgrade connection: the server forwards ports over SPDY/3.1, not over "
                            + exchange.head().upgrade());
        }
        List<String> offered = exchange.head().list("x-stream-protocol-version");
        if (!offered.contains(PROTOCOL)) {
            throw new HttpException(
                    403,
                    "unable to upgrade: unable to negotiate protocol: client supports [%s], server accepts [%s]"
                            .formatted(String.join(" ", offered), PROTOCOL));
        }
        try (UpgradedConnection upgraded = exchange.takeOver()) {
            String acceptance =
                    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: "
                            + PROTOCOL + "\r\n\r\n";
            upgraded.out().write(acceptance.getBytes(StandardCharsets.US_ASCII));
            upgraded.out().flush();
            try (SpdySession spdy = new SpdySession(upgraded.in(), upgraded.out());
                    PortForwardSession session = new PortForwardSession(spdy, pod)) {
                session.run();
            }
        }
    }
}
