package dev.stowage.node.serve.stream;

import dev.stowage.node.run.Census;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Handler;
import dev.stowage.node.serve.http.Query;
import dev.stowage.node.serve.http.Refusal;
import dev.stowage.node.serve.http.Wire;
import dev.stowage.node.spec.NodePod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// `/exec/NAMESPACE/POD/CONTAINER` and `/attach/…`, with the pod's uid before the container or without.
///
/// Where the streams are here they are served over WebSocket. SPDY, which older servers speak to nodes, is passed on to
/// a
/// runtime that knows it and otherwise refused.
public final class ExecPage implements Handler {
    private final Census census;
    private final ContainerRuntime runtime;

    public ExecPage(Census census, ContainerRuntime runtime) {
        this.census = census;
        this.runtime = runtime;
    }

    @Override
    public void answer(Exchange exchange) throws IOException, Refusal, InterruptedException {
        String[] parts = exchange.path().split("/", -1);
        if (parts.length != 5 && parts.length != 6) {
            throw new Refusal(404, "404 page not found");
        }
        NodePod pod = census.pod(parts[2], parts[3])
                .filter(found -> parts.length == 5 || found.uid().equals(parts[4]))
                .orElseThrow(() -> new Refusal(404, "pod does not exist"));
        String name = parts[parts.length - 1];
        RunningContainer container = census.container(pod.uid(), name, false)
                .filter(RunningContainer::runs)
                .orElseThrow(() -> new Refusal(500, "container not found (\"" + name + "\")"));
        ExecRequest request = request(exchange.query(), container.id(), parts[1].equals("exec"));
        if (exchange.head().upgrade().isEmpty()) {
            throw new Refusal(400, "Upgrade request required");
        }
        ExecSession session;
        try {
            session = runtime.open(request);
        } catch (IOException e) {
            throw new Refusal(500, "the command cannot be run: " + e.getMessage());
        }
        try (session) {
            switch (session) {
                case ExecSession.Elsewhere elsewhere -> Passage.open(exchange, elsewhere.url(), request.stdin());
                case ExecSession.Here here -> converse(exchange, request, here);
            }
        }
    }

    static ExecRequest request(Query query, String container, boolean isExec) throws Refusal {
        boolean stdin = query.flag("input") || query.flag("stdin");
        boolean stdout = query.flag("output") || query.flag("stdout");
        boolean tty = query.flag("tty");
        // A terminal has one stream for both.
        boolean stderr = !tty && (query.flag("error") || query.flag("stderr"));
        List<String> command = isExec ? query.all("command") : List.of();
        if (!stdin && !stdout && !stderr) {
            throw new Refusal(400, "you must specify at least 1 of stdin, stdout, stderr");
        }
        if (isExec && command.isEmpty()) {
            throw new Refusal(400, "there is no command to run");
        }
        return new ExecRequest(container, command, stdin, stdout, stderr, tty);
    }

    private static Set<Integer> expectedChannels(ExecRequest request) {
        Set<Integer> expected = new HashSet<>(Set.of(Protocol.ERROR));
        if (request.stdin()) {
            expected.add(Protocol.STDIN);
        }
        if (request.stdout()) {
            expected.add(Protocol.STDOUT);
        }
        if (request.stderr()) {
            expected.add(Protocol.STDERR);
        }
        return expected;
    }

    private static void converse(Exchange exchange, ExecRequest request, ExecSession.Here session)
            throws IOException, Refusal, InterruptedException {
        boolean isSpdy = exchange.head().upgrade().equals("spdy/3.1");
        if (!isSpdy && !exchange.head().upgrade().equals("websocket")) {
            throw new Refusal(
                    400,
                    "the node serves these streams over WebSocket and SPDY/3.1, not over "
                            + exchange.head().upgrade());
        }
        String acceptance = isSpdy
                ? Spdy.acceptance(exchange.head())
                : Protocol.choose(exchange.head()).acceptance(exchange.head());
        try (Wire wire = exchange.takeOver()) {
            wire.out().write(acceptance.getBytes(StandardCharsets.US_ASCII));
            wire.out().flush();
            Channels client = isSpdy ? Spdy.open(wire, expectedChannels(request)) : new WebSocket(wire);
            new Conversation(request, session, client).live();
        }
    }
}
