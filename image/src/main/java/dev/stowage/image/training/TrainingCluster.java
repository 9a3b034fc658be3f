package dev.stowage.image.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/// A cluster for training one program: the API server in this process, and a directory for everything else.
final class TrainingCluster implements AutoCloseable {
    static final String NODE = "training";

    /// Directly below /tmp: the directory contains sockets, whose paths are limited to about a hundred bytes.
    private static final Path PARENT = Path.of("/tmp");

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Path folder;
    private final EmbeddedApi api;

    private TrainingCluster(Path folder, EmbeddedApi api) {
        this.folder = folder;
        this.api = api;
    }

    static TrainingCluster open() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(PARENT, "stowage-image-");
        boolean open = false;
        try {
            EmbeddedApi api = EmbeddedApi.start(
                    EmbeddedApiOptions.in(folder.resolve("api")).port(0));
            api.writeKubeconfig(folder.resolve("kubeconfig"));
            open = true;
            return new TrainingCluster(folder, api);
        } finally {
            if (!open) {
                Directories.removeTree(PARENT, folder.getFileName().toString());
            }
        }
    }

    Path folder() {
        return folder;
    }

    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    Path socket() {
        return folder.resolve("csi.sock");
    }

    void awaitSocket(TrainedProcess process) throws IOException {
        await("a socket at " + socket(), process, () -> Files.exists(socket()));
    }

    /// Creates a claim and waits for the provisioner to provide its volume.
    void claimVolume(String driver, TrainedProcess process) throws IOException, InterruptedException {
        try (KubeClient cluster =
                new KubeClient(ClusterAccess.of(kubeconfig().toString(), ""), RequestLimiter.adaptive(), "training")) {
            cluster.create(
                    Kinds.STORAGE_CLASSES,
                    "",
                    object("{\"metadata\":{\"name\":\"training\"},\"provisioner\":\"" + driver + "\"}"));
            cluster.create(Kinds.NODES, "", object("""
                    {"metadata":{"name":"%1$s","labels":{"topology.%2$s/node":"%1$s"}}}""".formatted(NODE, driver)));
            cluster.create(Kinds.CSI_NODES, "", object("""
                    {"metadata":{"name":"%1$s"},"spec":{"drivers":[
                      {"name":"%2$s","nodeID":"%1$s","topologyKeys":["topology.%2$s/node"]}]}}
                    """.formatted(NODE, driver)));
            var claim = cluster.create(Kinds.CLAIMS, "default", object("""
                    {"metadata":{"name":"training","annotations":{
                      "volume.kubernetes.io/storage-provisioner":"%s",
                      "volume.kubernetes.io/selected-node":"%s"}},
                     "spec":{"storageClassName":"training","accessModes":["ReadWriteOnce"],
                             "resources":{"requests":{"storage":"1Mi"}}}}""".formatted(driver, NODE)));
            String volume = "pvc-" + claim.meta().uid();
            await(
                    "the volume " + volume,
                    process,
                    () -> cluster.find(Kinds.VOLUMES, "", volume).isPresent());
        }
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private static void await(String what, TrainedProcess process, Condition condition) throws IOException {
        Instant end = Instant.now().plus(PATIENCE);
        try {
            while (!condition.holds()) {
                process.requireAlive();
                if (Instant.now().isAfter(end)) {
                    throw new IOException("the training run timed out waiting for " + what + "; " + process.tail());
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the training run was interrupted", e);
        }
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        try {
            api.close();
        } finally {
            Directories.removeTree(PARENT, folder.getFileName().toString());
        }
    }
}
