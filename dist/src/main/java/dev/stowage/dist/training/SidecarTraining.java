package dev.stowage.dist.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.Command;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Runs the sidecar with a driver and a cluster that the launcher started as separate processes, so that their
/// classes are not part of the sidecar's memory. One claim gets a volume.
final class SidecarTraining {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private SidecarTraining() {}

    /// @param folder the folder with the driver's `csi.sock` and the cluster's `kubeconfig`
    static void run(List<Command> commands, Path scratch, Path folder) {
        Optional<Command> sidecar = commands.stream()
                .filter(command -> command.name().equals("sidecar"))
                .findFirst();
        if (sidecar.isEmpty() || !appears(folder.resolve("csi.sock")) || !appears(folder.resolve("kubeconfig"))) {
            System.err.println("no API server or driver to train with");
            return;
        }
        Thread.ofPlatform()
                .name("training")
                .daemon()
                .start(() -> AotTraining.quietly(
                        sidecar.get(),
                        line(
                                folder,
                                "--roles=provisioner,attacher,liveness,registrar",
                                "--kubelet-registration-path=/csi.sock",
                                "--plugin-registration-path=" + scratch,
                                "--http-endpoint=127.0.0.1:0")));
        try {
            claim(folder);
            // The driver does not support these roles, so they end their process. Started together with the
            // others, they would end those too, often before the claim has its volume.
            for (String role : List.of("resizer", "snapshotter")) {
                AotTraining.quietly(sidecar.get(), line(folder, "--roles=" + role));
            }
        } catch (IOException e) {
            System.err.println("training run ended early: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> line(Path folder, String... more) {
        List<String> line = new ArrayList<>(List.of(
                "--csi-address=" + folder.resolve("csi.sock"),
                "--kubeconfig=" + folder.resolve("kubeconfig"),
                "--leader-election",
                "--leader-election-namespace=default"));
        line.addAll(List.of(more));
        return line;
    }

    private static void claim(Path folder) throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(
                ClusterAccess.of(folder.resolve("kubeconfig").toString(), ""), RequestLimiter.adaptive(), "training")) {
            api.create(Kinds.STORAGE_CLASSES, "", object("""
                    {"metadata":{"name":"training"},"provisioner":"hello.stowage.dev"}"""));
            var claim = api.create(Kinds.CLAIMS, "default", object("""
                    {"metadata":{"name":"training","annotations":{
                      "volume.kubernetes.io/storage-provisioner":"hello.stowage.dev"}},
                     "spec":{"storageClassName":"training","accessModes":["ReadWriteOnce"],
                             "resources":{"requests":{"storage":"1Mi"}}}}"""));
            awaitVolume(api, "pvc-" + claim.meta().uid());
        }
    }

    private static void awaitVolume(KubeClient api, String name) throws ApiFailure, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (api.find(Kinds.VOLUMES, "", name).isEmpty() && Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean appears(Path file) {
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.exists(file) && Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return Files.exists(file);
    }
}
