package dev.stowage.dist.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.UpOptions;
import dev.stowage.cli.up.UpProgram;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/// Everything in one process, and one pod that gets a volume.
final class UpTraining {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private UpTraining() {}

    static void run(Path scratch) {
        UpOptions plan = new UpOptions(1, scratch.resolve("up"), 0, -1);
        try (RunningComponent _ = UpProgram.open(
                plan,
                Environment.ofProcess("training", (_, _) -> {}),
                why -> System.err.println("training run ended early: " + why))) {
            runPod(plan);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            System.err.println("training run ended early: " + e.getMessage());
        }
    }

    private static void runPod(UpOptions plan) throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(
                ClusterAccess.of(plan.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "training")) {
            api.create(Kinds.CLAIMS, "default", object("""
                    {"metadata":{"name":"training"},
                     "spec":{"storageClassName":"stowage-folder","accessModes":["ReadWriteOnce"],
                             "resources":{"requests":{"storage":"1Mi"}}}}"""));
            Pod pod = api.create(Kinds.PODS, "default", object("""
                    {"metadata":{"name":"training"},
                     "spec":{"terminationGracePeriodSeconds":0,
                             "containers":[{"name":"main","image":"none","command":["sleep","1000"],
                                            "volumeMounts":[{"name":"data","mountPath":"/mnt"}]}],
                             "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"training"}}]}}"""));
            await(() -> api.find(Kinds.PODS, "default", "training")
                    .filter(seen -> seen.phase().equals("Running"))
                    .isPresent());
            api.delete(pod, Kinds.PODS);
            await(() -> api.find(Kinds.PODS, "default", "training").isEmpty());
        }
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private static void await(Condition condition) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!condition.holds() && Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
