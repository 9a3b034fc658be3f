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

/// `/exec/NAMESPACE/POD/CONTAINER` and `/attach/…`, with the pod's uid before the container or without.
///
/// Where the streams are here they are served over WebSocket. SPDY, which older servers speak to nodes, is
/// passed on to
/// a
/// runtime that knows it and otherwise refused.
public final class ExecHandler implements HttpHandler {
    private final PodLister podLister;
    private final ContainerRuntime runtime;

    public ExecHandler(PodLister podLister, ContainerRuntime runtime) {
        this.podLister = podLister;
        this.runtime = runtime;
    }

    @Override
    public void handle(HttpExchange httpExchange) throws IOException, HttpException, InterruptedException {
        String[] parts = httpExchange.path().split("/", -1);
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
        ExecRequest request = request(httpExchange.queryParameters(), container.id(), parts[1].equals("exec"));
        if (httpExchange.head().upgrade().isEmpty()) {
            throw new HttpException(400, "Upgrade request required");
        }
        ExecSession session;
        try {
            session = runtime.open(request);
        } catch (IOException e) {
            throw new HttpException(500, "the command cannot be run: " + e.getMessage());
        }
        try (session) {
            switch (session) {
                case ExecSession.StreamingUrl streamingUrl ->
                    RuntimeStreamProxy.open(httpExchange, streamingUrl.url(), request.stdin());
                case ExecSession.Local local -> converse(httpExchange, request, local);
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
            throw new HttpException(400, "there is no command to run");
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

    private static void converse(HttpExchange httpExchange, ExecRequest request, ExecSession.Local session)
            throws IOException, HttpException, InterruptedException {
        boolean isSpdy = httpExchange.head().upgrade().equals("spdy/3.1");
        if (!isSpdy && !httpExchange.head().upgrade().equals("websocket")) {
            throw new HttpException(
                    400,
                    "the node serves these streams over WebSocket and SPDY/3.1, not over "
                            + httpExchange.head().upgrade());
        }
        String acceptance = isSpdy
                ? SpdyConnection.upgradeResponse(httpExchange.head())
                : ChannelProtocol.choose(httpExchange.head()).upgradeResponse(httpExchange.head());
        try (UpgradedConnection upgradedConnection = httpExchange.takeOver()) {
            upgradedConnection.out().write(acceptance.getBytes(StandardCharsets.US_ASCII));
            upgradedConnection.out().flush();
            StreamChannels client = isSpdy
                    ? SpdyConnection.open(upgradedConnection, expectedChannels(request))
                    : new WebSocketConnection(upgradedConnection);
            new RemoteCommandSession(request, session, client).run();
        }
    }
}
