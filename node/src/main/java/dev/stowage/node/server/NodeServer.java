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
import dev.stowage.node.server.remotecommand.ExecHandler;
import dev.stowage.node.stats.VolumeStatsProvider;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kubelet's server: what the API server asks a node for on behalf of users, and what monitoring reads.
public final class NodeServer implements ControllerRole {
    private static final Logger log = LoggerFactory.getLogger(NodeServer.class);

    private final NodeContext nodeContext;
    private final NodeServerOptions options;
    private final CompletableFuture<Integer> port;
    private final Map<String, HttpHandler> pages;
    private @Nullable HttpsListener httpsListener;

    /// @param port takes the port when the server listens
    public NodeServer(
            NodeContext nodeContext,
            NodeServerOptions options,
            PodLister podLister,
            ContainerRuntime runtime,
            VolumeStatsProvider figures,
            CompletableFuture<Integer> port) {
        this.nodeContext = nodeContext;
        this.options = options;
        this.port = port;
        HttpHandler streams = new ExecHandler(podLister, runtime);
        this.pages = Map.of(
                "healthz",
                httpExchange -> httpExchange.text(200, "ok"),
                "metrics",
                new MetricsHandler(nodeContext.metrics(), nodeContext.clock()),
                "pods",
                new PodsHandler(podLister),
                "stats",
                new StatsSummaryHandler(nodeContext, podLister, figures),
                "containerLogs",
                new ContainerLogsHandler(podLister, new ContainerExitWatcher(runtime), nodeContext.clock()),
                "exec",
                streams,
                "attach",
                streams,
                "portForward",
                _ -> {
                    throw new HttpException(501, "this node does not forward ports");
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
            ServerSecurity serverSecurity = ServerSecurity.of(nodeContext, options, this::answer);
            HttpsListener opened = HttpsListener.open(
                    serverSecurity.tls(), options.address(), options.port(), serverSecurity.httpHandler());
            httpsListener = opened;
            log.info("The node's server listens at {}:{}.", options.address(), opened.port());
            port.complete(opened.port());
        } catch (IOException e) {
            port.completeExceptionally(e);
            nodeContext.fatal().accept(String.valueOf(e.getMessage()));
        }
    }

    private void answer(HttpExchange httpExchange) throws IOException, HttpException, InterruptedException {
        String path = httpExchange.path();
        int end = path.indexOf('/', 1);
        HttpHandler page = pages.get(path.substring(1, end < 0 ? path.length() : end));
        if (page == null) {
            throw new HttpException(404, "404 page not found");
        }
        page.handle(httpExchange);
    }

    @Override
    public void close() {
        HttpsListener opened = httpsListener;
        if (opened != null) {
            opened.close();
        }
    }
}
