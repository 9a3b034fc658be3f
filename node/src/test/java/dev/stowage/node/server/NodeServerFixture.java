package dev.stowage.node.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.WorkQueueMetrics;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.server.auth.ServingCertificate;
import dev.stowage.node.stats.VolumeStats;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.TlsContexts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/// An API server, and behind it the server of a node with scripted containers.
final class NodeServerFixture implements AutoCloseable {
    static final String NODE = "n";

    final ScriptedRuntime runtime = new ScriptedRuntime();
    final List<VolumeStats> figures = new CopyOnWriteArrayList<>();
    final PrometheusRegistry metrics = new PrometheusRegistry();
    final KubeletPaths paths;
    final KubeClient api;
    final EmbeddedApi server;
    final int port;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final EventRecorder events;
    private final NodeServer node;

    NodeServerFixture(Path folder) throws IOException, InterruptedException {
        this(folder, null, null);
    }

    /// @param own a runtime that replaces the scripted one
    NodeServerFixture(Path folder, @Nullable ContainerRuntime own, @Nullable PodLister podLister)
            throws IOException, InterruptedException {
        paths = new KubeletPaths(folder.resolve("kubelet"), folder.resolve("logs"));
        // The API server calls only a node whose certificate it trusts. The node uses the file that it finds.
        Files.createDirectories(paths.journal());
        ServingCertificate.selfSigned(paths.journal(), NODE, List.of(NODE, "127.0.0.1"), Instant.now());
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api"))
                .kubeletAuthority(paths.journal().resolve("server.pem")));
        server.writeKubeconfig(folder.resolve("kubeconfig"));
        api = new KubeClient(
                ClusterAccess.of(folder.resolve("kubeconfig").toString(), ""), RequestLimiter.adaptive(), "stage");
        events = new EventRecorder(api, "kubelet", NODE, InstantSource.system());
        var nodeContext = new NodeContext(
                NODE,
                paths,
                api,
                new Informers(api, timer),
                events,
                metrics,
                new WorkQueueMetrics(metrics),
                timer,
                InstantSource.system(),
                reason -> {
                    throw new IllegalStateException(reason);
                });
        var told = new CompletableFuture<Integer>();
        node = new NodeServer(
                nodeContext,
                new NodeServerOptions("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty()),
                podLister == null ? runtime.podLister() : podLister,
                own == null ? runtime : own,
                uid -> figures.stream().filter(one -> one.podUid().equals(uid)).toList(),
                told);
        node.start();
        port = told.resultNow();
        api.create(Kinds.SERVICE_ACCOUNTS, "default", json("{'metadata':{'name':'default'}}"));
        api.create(Kinds.NODES, "", json("{'metadata':{'name':'n'}}"));
        api.patch(
                Kinds.NODES,
                "",
                NODE,
                Patch.merge(json("{'status':{'addresses':[{'type':'InternalIP','address':'127.0.0.1'}],"
                                + "'daemonEndpoints':{'kubeletEndpoint':{'Port':" + port + "}}}}"))
                        .status());
    }

    static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /// A pod of the node with one container `main`, in the API too.
    NodePod pod(String name) throws IOException, InterruptedException {
        NodePod pod = api.create(
                NodePod.KIND,
                "default",
                json("{'metadata':{'name':'" + name
                        + "'},'spec':{'nodeName':'n','containers':[{'name':'main','image':'x'}]}}"));
        runtime.put(pod);
        return pod;
    }

    RuntimeContainer running(NodePod pod, Path log) {
        return new RuntimeContainer(
                "id-" + pod.meta().name(), "main", 0, "x", "x", log, new RuntimeContainer.State.Running(Instant.EPOCH));
    }

    RuntimeContainer ended(NodePod pod, Path log) {
        return new RuntimeContainer(
                "id-" + pod.meta().name(),
                "main",
                0,
                "x",
                "x",
                log,
                new RuntimeContainer.State.Exited(0, 0, "Completed", "", Instant.EPOCH, Instant.EPOCH));
    }

    /// A client with a certificate of the cluster CA for that user.
    HttpClient client(String user, String... groups) throws GeneralSecurityException {
        return HttpClient.newBuilder()
                .sslContext(
                        TlsContexts.insecureClient(server.pkiDirectory().sign(CertificateProfile.client(user, groups))))
                .connectTimeout(Duration.ofSeconds(60))
                .build();
    }

    HttpClient administrator() throws GeneralSecurityException {
        return client("administrator", "system:masters");
    }

    URI throughApi(String path) {
        return URI.create(server.address() + path);
    }

    URI direct(String path) {
        return URI.create("https://127.0.0.1:" + port + path);
    }

    static HttpResponse<String> get(HttpClient client, URI uri, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        node.close();
        events.close();
        timer.shutdownNow();
        api.close();
        server.close();
    }
}
