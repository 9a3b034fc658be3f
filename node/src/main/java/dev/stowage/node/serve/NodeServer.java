package dev.stowage.node.serve;

import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.node.Shared;
import dev.stowage.node.figures.VolumeFigures;
import dev.stowage.node.run.Census;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.serve.access.Guarded;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Handler;
import dev.stowage.node.serve.http.Listener;
import dev.stowage.node.serve.http.Refusal;
import dev.stowage.node.serve.log.Endings;
import dev.stowage.node.serve.log.LogPage;
import dev.stowage.node.serve.page.MetricsPages;
import dev.stowage.node.serve.page.PodsPage;
import dev.stowage.node.serve.page.SummaryPage;
import dev.stowage.node.serve.stream.ExecPage;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kubelet's server: what the API server asks a node for on behalf of users, and what monitoring reads.
public final class NodeServer implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(NodeServer.class);

    private final Shared shared;
    private final ServeOptions options;
    private final CompletableFuture<Integer> port;
    private final Map<String, Handler> pages;
    private @Nullable Listener listener;

    /// @param port takes the port when the server listens
    public NodeServer(
            Shared shared,
            ServeOptions options,
            Census census,
            ContainerRuntime runtime,
            VolumeFigures figures,
            CompletableFuture<Integer> port) {
        this.shared = shared;
        this.options = options;
        this.port = port;
        Handler streams = new ExecPage(census, runtime);
        this.pages = Map.of(
                "healthz",
                exchange -> exchange.text(200, "ok"),
                "metrics",
                new MetricsPages(shared.metrics(), shared.clock()),
                "pods",
                new PodsPage(census),
                "stats",
                new SummaryPage(shared, census, figures),
                "containerLogs",
                new LogPage(census, new Endings(runtime), shared.clock()),
                "exec",
                streams,
                "attach",
                streams,
                "portForward",
                _ -> {
                    throw new Refusal(501, "this node does not forward ports");
                });
    }

    @Override
    public String name() {
        return "server";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() {
        try {
            Guarded guarded = Guarded.of(shared, options, this::answer);
            Listener opened = Listener.open(guarded.tls(), options.address(), options.port(), guarded.handler());
            listener = opened;
            log.info("The node's server listens at {}:{}.", options.address(), opened.port());
            port.complete(opened.port());
        } catch (IOException e) {
            port.completeExceptionally(e);
            shared.fatal().accept(String.valueOf(e.getMessage()));
        }
    }

    private void answer(Exchange exchange) throws IOException, Refusal, InterruptedException {
        String path = exchange.path();
        int end = path.indexOf('/', 1);
        Handler page = pages.get(path.substring(1, end < 0 ? path.length() : end));
        if (page == null) {
            throw new Refusal(404, "404 page not found");
        }
        page.answer(exchange);
    }

    @Override
    public void close() {
        Listener opened = listener;
        if (opened != null) {
            opened.close();
        }
    }
}
