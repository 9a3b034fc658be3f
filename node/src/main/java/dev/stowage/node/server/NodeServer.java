package dev.stowage.node.server;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.http.server.HttpsListener;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.server.endpoints.MetricsHandler;
import dev.stowage.node.server.endpoints.PodsHandler;
import dev.stowage.node.server.endpoints.StatsSummaryHandler;
import dev.stowage.node.server.logs.ContainerExitWatcher;
import dev.stowage.node.server.logs.ContainerLogsHandler;
import dev.stowage.node.server.portforward.PortForwardHandler;
import dev.stowage.node.server.remotecommand.ExecHandler;
import dev.stowage.node.stats.VolumeStatsProvider;
import java.io.IOException;
import java.net.BindException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server of the node, as the kubelet has one: the API server calls it for users, and monitoring reads
/// metrics.
public final class NodeServer implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(NodeServer.class);

    private final NodeContext nodeContext;
    private final NodeServerOptions options;
    private final CompletableFuture<Integer> port;
    private final Map<String, HttpHandler> handlers;
    private @Nullable HttpsListener listener;

    /// @param port completed with the port when the server listens
    public NodeServer(
            NodeContext nodeContext,
            NodeServerOptions options,
            PodLister podLister,
            ContainerRuntime runtime,
            VolumeStatsProvider volumeStats,
            CompletableFuture<Integer> port) {
        this.nodeContext = nodeContext;
        this.options = options;
        this.port = port;
        HttpHandler streams = new ExecHandler(podLister, runtime);
        this.handlers = Map.of(
                "healthz",
                exchange -> exchange.text(200, "ok"),
                "metrics",
                new MetricsHandler(nodeContext.metrics(), runtime, nodeContext.clock()),
                "pods",
                new PodsHandler(podLister),
                "stats",
                new StatsSummaryHandler(nodeContext, podLister, volumeStats, runtime),
                "containerLogs",
                new ContainerLogsHandler(podLister, new ContainerExitWatcher(runtime), nodeContext.clock()),
                "exec",
                streams,
                "attach",
                streams,
                "portForward",
                new PortForwardHandler(podLister, runtime));
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
            ServerSecurity security = ServerSecurity.of(nodeContext, options, this::handle);
            HttpsListener opened = listen(security);
            listener = opened;
            log.info("The node server listens on {}:{}.", options.address(), opened.port());
            port.complete(opened.port());
        } catch (IOException e) {
            port.completeExceptionally(e);
            nodeContext.fatal().accept("cannot start the node server: " + e.getMessage());
        }
    }

    private HttpsListener listen(ServerSecurity security) throws IOException {
        try {
            return HttpsListener.open(security.tls(), options.address(), options.port(), security.handler());
        } catch (BindException e) {
            throw new IOException(e.getMessage() + " (choose another address with --address and --port)", e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        String path = exchange.path();
        int end = path.indexOf('/', 1);
        HttpHandler handler = handlers.get(path.substring(1, end < 0 ? path.length() : end));
        if (handler == null) {
            throw new HttpException(404, "404 page not found");
        }
        handler.handle(exchange);
    }

    @Override
    public void close() {
        HttpsListener opened = listener;
        if (opened != null) {
            opened.close();
        }
    }
}
