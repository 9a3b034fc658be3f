package dev.stowage.node.server.remotecommand;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.http.server.QueryParameters;
import dev.stowage.http.server.UpgradedConnection;
import dev.stowage.http.stream.ChannelProtocol;
import dev.stowage.http.stream.SpdyConnection;
import dev.stowage.http.stream.StreamChannels;
import dev.stowage.http.stream.WebSocketConnection;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.RuntimeContainer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// `/exec/NAMESPACE/POD/CONTAINER` and `/attach/…`, with or without the UID of the pod before the container.
///
/// Streams of this node are served over WebSocket and SPDY; with a CRI runtime the request is passed to its
/// streaming server.
public final class ExecHandler implements HttpHandler {
    private final PodLister podLister;
    private final ContainerRuntime runtime;

    public ExecHandler(PodLister podLister, ContainerRuntime runtime) {
        this.podLister = podLister;
        this.runtime = runtime;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        String[] parts = exchange.path().split("/", -1);
        if (parts.length != 5 && parts.length != 6) {
            throw new HttpException(404, "404 page not found");
        }
        NodePod pod = podLister
                .pod(parts[2], parts[3])
                .filter(found -> parts.length == 5 || found.uid().equals(parts[4]))
                .orElseThrow(() -> new HttpException(404, "pod does not exist"));
        String name = parts[parts.length - 1];
        RuntimeContainer container = podLister
                .container(pod.uid(), name, false)
                .filter(RuntimeContainer::runs)
                .orElseThrow(() -> new HttpException(500, "container not found (\"" + name + "\")"));
        ExecRequest request = request(exchange.queryParameters(), container.id(), parts[1].equals("exec"));
        if (exchange.head().upgrade().isEmpty()) {
            throw new HttpException(400, "Upgrade request required");
        }
        ExecSession session;
        try {
            session = runtime.open(request);
        } catch (IOException e) {
            throw new HttpException(500, "cannot run the command: " + e.getMessage());
        }
        try (session) {
            switch (session) {
                case ExecSession.StreamingUrl streamingUrl ->
                    RuntimeStreamProxy.open(exchange, streamingUrl.url(), request.stdin());
                case ExecSession.Local local -> converse(exchange, request, local);
            }
        }
    }

    static ExecRequest request(QueryParameters queryParameters, String container, boolean isExec) throws HttpException {
        boolean stdin = queryParameters.flag("input") || queryParameters.flag("stdin");
        boolean stdout = queryParameters.flag("output") || queryParameters.flag("stdout");
        boolean tty = queryParameters.flag("tty");
        // A terminal has one stream for both.
        boolean stderr = !tty && (queryParameters.flag("error") || queryParameters.flag("stderr"));
        List<String> command = isExec ? queryParameters.all("command") : List.of();
        if (!stdin && !stdout && !stderr) {
            throw new HttpException(400, "you must specify at least 1 of stdin, stdout, stderr");
        }
        if (isExec && command.isEmpty()) {
            throw new HttpException(400, "you must specify at least 1 command");
        }
        return new ExecRequest(container, command, stdin, stdout, stderr, tty);
    }

    private static Set<Integer> expectedChannels(ExecRequest request) {
        Set<Integer> expected = new HashSet<>(Set.of(ChannelProtocol.ERROR));
        if (request.stdin()) {
            expected.add(ChannelProtocol.STDIN);
        }
        if (request.stdout()) {
            expected.add(ChannelProtocol.STDOUT);
        }
        if (request.stderr()) {
            expected.add(ChannelProtocol.STDERR);
        }
        return expected;
    }

    private static void converse(HttpExchange exchange, ExecRequest request, ExecSession.Local session)
            throws IOException, HttpException, InterruptedException {
        boolean isSpdy = exchange.head().upgrade().equals("spdy/3.1");
        if (!isSpdy && !exchange.head().upgrade().equals("websocket")) {
            throw new HttpException(
                    400,
                    "unable to upgrade connection: the server supports WebSocket and SPDY/3.1, not "
                            + exchange.head().upgrade());
        }
        String acceptance = isSpdy
                ? SpdyConnection.upgradeResponse(exchange.head())
                : ChannelProtocol.choose(exchange.head()).upgradeResponse(exchange.head());
        try (UpgradedConnection upgraded = exchange.takeOver()) {
            upgraded.out().write(acceptance.getBytes(StandardCharsets.US_ASCII));
            upgraded.out().flush();
            StreamChannels client = isSpdy
                    ? SpdyConnection.open(upgraded, expectedChannels(request))
                    : new WebSocketConnection(upgraded);
            new RemoteCommandSession(request, session, client).run();
        }
    }
}
