package dev.stowage.dist.training;

import dev.stowage.cli.up.UpOptions;
import dev.stowage.cli.up.UpProgram;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Everything in one process, and one pod for each way to a volume: a directory, and one that is attached. What
/// the first pods of a new cluster need is then in the cache.
final class UpTraining {
    /// The second exists only where the machine has loop devices and the process may use them.
    private static final List<String> STORAGE_CLASSES = List.of("stowage-folder", "stowage-disk");

    private UpTraining() {}

    static void run(Path scratch) {
        UpOptions plan = new UpOptions(1, scratch.resolve("up"), 0, -1);
        try (RunningComponent _ = UpProgram.open(
                plan,
                Environment.ofProcess("training", (_, _) -> {}),
                why -> System.err.println("training run ended early: " + why))) {
            runPods(plan);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            System.err.println("training run ended early: " + e.getMessage());
        }
    }

    private static void runPods(UpOptions plan) throws IOException, InterruptedException {
        try (TrainingApi api = TrainingApi.open(plan.kubeconfig())) {
            for (String storageClass : STORAGE_CLASSES) {
                if (api.client().find(Kinds.STORAGE_CLASSES, "", storageClass).isPresent()) {
                    runPod(api, storageClass);
                }
            }
        }
    }

    private static void runPod(TrainingApi api, String name) throws IOException, InterruptedException {
        KubeClient client = api.client();
        PersistentVolumeClaim claim = api.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"%1$s"},
                 "spec":{"storageClassName":"%1$s","accessModes":["ReadWriteOnce"],
                         "resources":{"requests":{"storage":"20Mi"}}}}""".formatted(name));
        Pod pod = api.create(Kinds.PODS, "default", """
                {"metadata":{"name":"%1$s"},
                 "spec":{"terminationGracePeriodSeconds":0,
                         "containers":[{"name":"main","image":"none","command":["sleep","1000"],
                                        "volumeMounts":[{"name":"data","mountPath":"/mnt"}]}],
                         "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"%1$s"}}]}}""".formatted(name));
        boolean _ = TrainingApi.await(() -> client.find(Kinds.PODS, "default", name)
                .filter(seen -> seen.phase().equals("Running"))
                .isPresent());
        boolean _ = client.delete(pod, Kinds.PODS);
        boolean _ = client.delete(claim, Kinds.CLAIMS);
        boolean _ =
                TrainingApi.await(() -> client.list(Kinds.VOLUMES, "").items().isEmpty());
    }
}
