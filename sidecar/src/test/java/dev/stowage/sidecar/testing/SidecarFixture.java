package dev.stowage.sidecar.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.apiserver.KubeconfigWriter;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.controller.ClusterActionExecutor;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.driver.DriverOptions;
import dev.stowage.x509.CertificateProfile;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything that a role needs: an embedded API server, and a [RoleContext] for it.
public final class SidecarFixture implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SidecarFixture.class);

    private final EmbeddedApi server;
    private final ClusterAccess cluster;
    private final KubeClient api;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());

    public SidecarFixture(Path folder) throws IOException, InterruptedException {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        cluster = ClusterAccess.of(folder.resolve("kubeconfig").toString(), "");
        api = new KubeClient(cluster, RequestLimiter.adaptive(), "stage");
    }

    /// For actions of the test itself, as a user or as another component.
    public KubeClient api() {
        return api;
    }

    public ClusterAccess cluster() {
        return cluster;
    }

    /// A client with the certificate of another user. The caller closes it.
    public KubeClient client(Path folder, String user, String... groups) throws IOException, GeneralSecurityException {
        Path file = folder.resolve("kubeconfig-" + user.replace(':', '-'));
        KubeconfigWriter.write(
                file,
                server.address(),
                server.pkiDirectory().authority(),
                server.pkiDirectory().sign(CertificateProfile.client(user, groups)));
        return new KubeClient(ClusterAccess.of(file.toString(), ""), RequestLimiter.adaptive(), user);
    }

    /// The context of a role, with the usual features. Each has its own informers; start them after the role is
    /// created, as the program does.
    public RoleContext shared(FakeDriver fake) throws Exception {
        return shared(fake.endpoint());
    }

    /// As [#shared(FakeDriver)], for a driver on a socket.
    public RoleContext shared(CsiEndpoint endpoint) throws Exception {
        PrometheusRegistry metrics = new PrometheusRegistry();
        Driver driver = Driver.connect(DriverOptions.of(endpoint, Duration.ofMinutes(1), metrics, () -> {}));
        return new RoleContext(
                driver,
                api,
                new Informers(api, timer),
                new EventRecorder(api, driver.name(), "stage", InstantSource.system()),
                metrics,
                new WorkQueueMetrics(metrics),
                timer,
                InstantSource.system(),
                FeatureGates.defaults(),
                "default",
                why -> log.error("This cannot go on: {}.", why));
    }

    /// The context of a role that calls no driver, with the informers of another.
    public static ControllerContext withoutDriver(RoleContext context) {
        return new ControllerContext(
                context.api(),
                context.informers(),
                context.events(),
                new ClusterActionExecutor(context.informers(), context.events()),
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                context.gates());
    }

    /// @param json an object without kind and version
    public <T extends KubeObject> T create(Kind<T> kind, String namespace, String json)
            throws IOException, InterruptedException {
        return api.create(kind, namespace, (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    /// The complete object, read from the server.
    public JsonNode get(Kind<?> kind, String namespace, String name) throws IOException, InterruptedException {
        return api.get(kind, namespace, name);
    }

    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        api.close();
        server.close();
    }
}
