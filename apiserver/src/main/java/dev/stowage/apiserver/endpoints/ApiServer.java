package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.discovery.DiscoveryDocuments;
import dev.stowage.apiserver.openapi.OpenApiDocuments;
import dev.stowage.apiserver.registry.generic.GenericRegistry;
import dev.stowage.apiserver.registry.generic.RegistryServices;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.ObjectStore;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP server: it serves from its start until it is closed. The parts that are passed in belong to the
/// caller, which closes them afterwards.
public final class ApiServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ApiServer.class);
    private static final int MOST_HEADERS = 64 * 1024;
    private static final long IDLE_MILLISECONDS = 90_000;
    /// The idle time, and as much as kube-apiserver allows for the head of a request.
    private static final Duration NEXT_REQUEST = Duration.ofSeconds(90 + 32);
    /// More than requests may last at the same time, each of which has its connection.
    private static final int MOST_CONNECTIONS = 12_000;
    private static final long STOP_MILLISECONDS = 3_000;

    private final Server server;
    private final ServerConnector connector;
    private final LongRunningRequests longRunningRequests;
    private final GenericRegistry genericRegistry;

    private ApiServer(
            Server server,
            ServerConnector connector,
            LongRunningRequests longRunningRequests,
            GenericRegistry genericRegistry) {
        this.server = server;
        this.connector = connector;
        this.longRunningRequests = longRunningRequests;
        this.genericRegistry = genericRegistry;
    }

    /// @param tls empty for plain HTTP, as in tests
    /// @param port 0 for any free port
    /// @param gates the enabled features
    /// @param eventTtl how long events are stored
    /// @param proxy handles requests for nodes; without it such requests are refused
    public record Setup(
            ObjectStore objectStore,
            ServedResources servedResources,
            AccessControl access,
            AdmissionChain admissionChain,
            Optional<SSLContext> tls,
            String host,
            int port,
            InstantSource clock,
            Set<String> gates,
            Duration eventTtl,
            Optional<NodeProxy> proxy) {}

    /// @throws IOException if it cannot listen on the port
    public static ApiServer start(Setup setup) throws IOException {
        RegistryServices registryServices = new RegistryServices(
                setup.objectStore(),
                setup.access(),
                setup.admissionChain(),
                setup.clock(),
                setup.gates(),
                setup.eventTtl());
        GenericRegistry genericRegistry = new GenericRegistry(registryServices);
        LongRunningRequests longRunningRequests = new LongRunningRequests();
        InflightLimits inflightLimits = new InflightLimits();
        ApiServerMetrics apiServerMetrics = new ApiServerMetrics(inflightLimits);
        NonResourceEndpoints nonResourceEndpoints = new NonResourceEndpoints(
                new DiscoveryDocuments(setup.servedResources()),
                setup.access(),
                apiServerMetrics,
                new HealthEndpoints(longRunningRequests),
                new OpenApiEndpoints(new OpenApiDocuments(setup.servedResources())));
        SubresourceHandler parts = new SubresourceHandler(genericRegistry, setup.access(), setup.proxy());
        WatchHandler watches = new WatchHandler(
                setup.servedResources(), genericRegistry, longRunningRequests, inflightLimits, setup.clock());
        ResourceHandler resources =
                new ResourceHandler(setup.servedResources(), genericRegistry, parts, watches, setup.clock());

        QueuedThreadPool threads = new QueuedThreadPool(16, 2);
        threads.setName("api");
        threads.setVirtualThreadsExecutor(Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("api-", 0).factory()));
        Server server = new Server(threads);
        ServerConnector connector = connector(server, setup);
        server.addConnector(connector);
        Handler handler =
                new ApiHandler(setup.access(), resources, nonResourceEndpoints, inflightLimits, apiServerMetrics);
        SlowClientLimit slowClientLimit = new SlowClientLimit(handler, server.getScheduler(), NEXT_REQUEST);
        connector.addBean(slowClientLimit, false);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
        server.setHandler(slowClientLimit);
        server.setErrorHandler(new StatusErrorHandler());
        server.setStopTimeout(STOP_MILLISECONDS);
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException(
                    "cannot listen on %s:%d: %s"
                            .formatted(setup.host(), setup.port(), rootCause(e).getMessage()),
                    e);
        }
        return new ApiServer(server, connector, longRunningRequests, genericRegistry);
    }

    /// The kernel's words, below those of the HTTP server.
    private static Throwable rootCause(Throwable failure) {
        return failure.getCause() == null ? failure : rootCause(failure.getCause());
    }

    private static ServerConnector connector(Server server, Setup setup) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setRequestHeaderSize(MOST_HEADERS);
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(true);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        HttpConnectionFactory http = new HttpConnectionFactory(configuration);
        ConnectionFactory[] factories = {http};
        if (setup.tls().isPresent()) {
            configuration.addCustomizer(new SecureRequestCustomizer(false));
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setSslContext(setup.tls().get());
            tls.setWantClientAuth(true);
            tls.setUseCipherSuitesOrder(false); // The client knows which cipher its hardware supports.
            factories = new ConnectionFactory[] {new SslConnectionFactory(tls, http.getProtocol()), http};
        }
        ServerConnector connector = new ServerConnector(server, 1, 1, factories);
        connector.setHost(setup.host());
        connector.setPort(setup.port());
        connector.setIdleTimeout(IDLE_MILLISECONDS);
        connector.setAcceptQueueSize(1024);
        return connector;
    }

    public int port() {
        return connector.getLocalPort();
    }

    /// The number of long-running requests.
    int lasting() {
        return longRunningRequests.size();
    }

    /// The registry behind the requests, for callers in this process.
    public GenericRegistry genericRegistry() {
        return genericRegistry;
    }

    /// Ends all watches, lets other requests finish within a bound, and closes all connections.
    @Override
    public void close() {
        longRunningRequests.endAll();
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            // It has stopped anyway; clients of running requests see a closed connection.
            log.warn("Aborted requests that did not finish within {} ms.", STOP_MILLISECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the server did not stop", e);
        }
    }
}
