package dev.stowage.dist.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/// The API that a training run works with.
record TrainingApi(KubeClient client) implements AutoCloseable {
    /// A training run that gets stuck still gives a cache, only a smaller one.
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    static TrainingApi open(Path kubeconfig) throws IOException {
        return new TrainingApi(
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "training"));
    }

    <T extends KubeObject> T create(Kind<T> kind, String namespace, String json)
            throws IOException, InterruptedException {
        return client.create(kind, namespace, (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    /// @return whether it held in time
    static boolean await(Condition condition) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!condition.holds()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return true;
    }

    static boolean appears(Path file) throws IOException, InterruptedException {
        return await(() -> Files.exists(file));
    }

    @Override
    public void close() {
        client.close();
    }
}
