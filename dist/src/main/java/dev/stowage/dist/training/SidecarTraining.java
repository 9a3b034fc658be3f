package dev.stowage.dist.training;

import dev.stowage.cli.Command;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs the sidecar with a driver and a cluster that the launcher started as separate processes, so that their
/// classes are not part of the sidecar's memory. One claim gets a volume.
final class SidecarTraining {
    private SidecarTraining() {}

    /// @param folder the folder with the driver's `csi.sock` and the cluster's `kubeconfig`
    static void run(List<Command> commands, Path scratch, Path folder) {
        Optional<Command> sidecar = commands.stream()
                .filter(command -> command.name().equals("sidecar"))
                .findFirst();
        try {
            if (sidecar.isEmpty()
                    || !TrainingApi.appears(folder.resolve("csi.sock"))
                    || !TrainingApi.appears(folder.resolve("kubeconfig"))) {
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
        try (TrainingApi api = TrainingApi.open(folder.resolve("kubeconfig"))) {
            api.create(Kinds.STORAGE_CLASSES, "", """
                    {"metadata":{"name":"training"},"provisioner":"hello.stowage.dev"}""");
            PersistentVolumeClaim claim = api.create(Kinds.CLAIMS, "default", """
                    {"metadata":{"name":"training","annotations":{
                      "volume.kubernetes.io/storage-provisioner":"hello.stowage.dev"}},
                     "spec":{"storageClassName":"training","accessModes":["ReadWriteOnce"],
                             "resources":{"requests":{"storage":"1Mi"}}}}""");
            String volume = "pvc-" + claim.meta().uid();
            boolean _ = TrainingApi.await(
                    () -> api.client().find(Kinds.VOLUMES, "", volume).isPresent());
        }
    }
}
