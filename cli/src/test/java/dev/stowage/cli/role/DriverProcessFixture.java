package dev.stowage.cli.role;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.cli.Main;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A driver with its sidecar roles in a separate process, with an embedded API server.
final class DriverProcessFixture implements AutoCloseable {
    static final String NODE = "node-1";
    static final String CLASS = "directory";

    private final Path home;
    private final EmbeddedApi server;
    private final KubeClient api;
    private final List<Process> begun = new ArrayList<>();

    DriverProcessFixture(Path home) throws IOException, InterruptedException {
        this.home = home;
        server = EmbeddedApi.start(EmbeddedApiOptions.in(home.resolve("api")));
        server.writeKubeconfig(kubeconfig());
        api = new KubeClient(ClusterAccess.of(kubeconfig().toString(), ""), RequestLimiter.adaptive(), "test");
        create(Kinds.NODES, "", """
                {"metadata": {"name": "%s", "labels": {"topology.local.stowage.dev/node": "%s"}}}""".formatted(NODE, NODE));
        create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "%s"}, "provisioner": "local.stowage.dev", "volumeBindingMode": "Immediate",
                 "allowVolumeExpansion": true}""".formatted(CLASS));
    }

    Path kubeconfig() {
        return home.resolve("kubeconfig");
    }

    KubeClient api() {
        return api;
    }

    void create(Kind<?> kind, String namespace, String json) throws IOException, InterruptedException {
        api.create(kind, namespace, (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    void claim(String name) throws IOException, InterruptedException {
        create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "%s",
                 "resources": {"requests": {"storage": "1Mi"}}}}""".formatted(name, CLASS));
    }

    Process start(String... flags) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "driver",
                "--backend=directory",
                "--endpoint=unix://" + home.resolve("csi.sock"),
                "--node-id=" + NODE,
                "--data=" + home.resolve("data"),
                "--kubeconfig=" + kubeconfig(),
                "--node-deployment-base-delay=1ms",
                "--roles=provisioner,resizer,health",
                "--node-deployment"));
        line.addAll(List.of(flags));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        begun.add(process);
        return process;
    }

    Path log() {
        return home.resolve("log");
    }

    /// The volumes on the driver's disk, whether or not the API has objects for them.
    List<String> volumesOnDisk() throws IOException {
        Path folder = home.resolve("data/pool/volumes");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        begun.forEach(process -> process.destroyForcibly().onExit().join());
        api.close();
        server.close();
    }
}
