package dev.stowage.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cli.up.UpOptions;
import dev.stowage.cli.up.UpProgram;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ClusterStateReader;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A complete cluster, shared by all tests of a run. Each scenario has its own namespace.
public final class SharedCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NODES = 2;

    private final Path data;
    private final UpOptions options;
    private final RunningComponent up;
    private final KubeClient api;
    private final AtomicInteger scenes = new AtomicInteger();

    private SharedCluster(Path data, UpOptions options, RunningComponent up, KubeClient api) {
        this.data = data;
        this.options = options;
        this.up = up;
        this.api = api;
    }

    static SharedCluster open() throws IOException, InterruptedException {
        // Short, because it contains sockets.
        Path data = Files.createTempDirectory(Path.of("/tmp"), "ex-");
        UpOptions options = new UpOptions(NODES, data, 0, -1);
        Environment processEnvironment = Environment.ofProcess("test", (_, _) -> {});
        RunningComponent up = UpProgram.open(options, processEnvironment, why -> {
            throw new IllegalStateException(why);
        });
        KubeClient api = new KubeClient(
                ClusterAccess.of(options.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "stage");
        return new SharedCluster(data, options, up, api);
    }

    public KubeClient api() {
        return api;
    }

    public Path kubeconfig() {
        return options.kubeconfig();
    }

    /// The data directory of the cluster.
    public Path data() {
        return data;
    }

    /// The kubelet root directory of a node.
    Path node(String name) {
        return data.resolve("nodes").resolve(name);
    }

    /// A storage class for node-local volumes, which are provisioned on the node of their first pod.
    public String localClass() {
        return "stowage-folder";
    }

    /// A new namespace in which pods can be created.
    public ExplainScenario explainScenario() throws IOException, InterruptedException {
        String name = "scene-" + scenes.incrementAndGet();
        ExplainScenario explainScenario = new ExplainScenario(this, name);
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}""".formatted(name));
        until("the account of " + name, () -> explainScenario.exists("serviceaccounts", "default"));
        return explainScenario;
    }

    public ClusterState picture(String namespace) throws IOException, InterruptedException {
        return new ClusterStateReader(api, namespace).read();
    }

    static JsonNode json(String text) throws IOException {
        return Json.read(text.getBytes(UTF_8));
    }

    static void until(String what, Callable<Boolean> holds) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(holds);
    }

    @Override
    public void close() throws IOException {
        api.close();
        up.close();
        // Nothing below a remaining mount may be deleted.
        assertThat(Files.readAllLines(Path.of("/proc/self/mountinfo"))).noneMatch(line -> line.contains(data + "/"));
        try (Stream<Path> all = Files.walk(data)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
