package dev.stowage.dist.training;

import dev.stowage.cli.Command;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Runs the controllers on a cluster that the launcher started as a separate process: a claim is bound to a
/// volume, the volume is to be attached for a pod, and all of it is deleted again. A change of leader, when a
/// backlog waits, then does not begin with loading classes.
final class ControlTraining {
    private static final Kind<PartialObjectMetadata> ACCOUNTS =
            new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read);

    private ControlTraining() {}

    /// @param folder the folder with the cluster's `kubeconfig`
    static void run(List<Command> commands, Path folder) {
        Optional<Command> control = commands.stream()
                .filter(command -> command.name().equals("control"))
                .findFirst();
        Path kubeconfig = folder.resolve("kubeconfig");
        try {
            if (control.isEmpty() || !TrainingApi.appears(kubeconfig)) {
                System.err.println("no API server to train with");
                return;
            }
            Thread.ofPlatform()
                    .name("training")
                    .daemon()
                    .start(() -> AotTraining.quietly(
                            control.get(),
                            List.of(
                                    "--kubeconfig=" + kubeconfig,
                                    "--leader-election",
                                    "--leader-election-namespace=default",
                                    "--http-endpoint=127.0.0.1:0")));
            try (TrainingApi api = TrainingApi.open(kubeconfig)) {
                furnish(api);
                bindAndAttach(api);
            }
        } catch (IOException e) {
            System.err.println("training run ended early: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void furnish(TrainingApi api) throws IOException, InterruptedException {
        api.create(Kinds.STORAGE_CLASSES, "", """
                {"metadata":{"name":"training"},"provisioner":"training.stowage.dev"}""");
        api.create(Kinds.CSI_DRIVERS, "", """
                {"metadata":{"name":"training.stowage.dev"},"spec":{"attachRequired":true}}""");
        api.create(Kinds.NODES, "", """
                {"metadata":{"name":"training",
                  "annotations":{"volumes.kubernetes.io/controller-managed-attach-detach":"true"}}}""");
        api.create(Kinds.CSI_NODES, "", """
                {"metadata":{"name":"training"},
                 "spec":{"drivers":[{"name":"training.stowage.dev","nodeID":"training","topologyKeys":[]}]}}""");
        api.create(Kinds.VOLUMES, "", """
                {"metadata":{"name":"training"},
                 "spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"training",
                         "capacity":{"storage":"1Gi"},"persistentVolumeReclaimPolicy":"Retain",
                         "csi":{"driver":"training.stowage.dev","volumeHandle":"training"}}}""");
    }

    private static void bindAndAttach(TrainingApi api) throws IOException, InterruptedException {
        KubeClient client = api.client();
        PersistentVolumeClaim claim = api.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"training"},
                 "spec":{"storageClassName":"training","accessModes":["ReadWriteOnce"],
                         "resources":{"requests":{"storage":"1Gi"}}}}""");
        boolean _ = TrainingApi.await(
                () -> client.find(ACCOUNTS, "default", "default").isPresent());
        Pod pod = api.create(Kinds.PODS, "default", """
                {"metadata":{"name":"training"},
                 "spec":{"nodeName":"training","terminationGracePeriodSeconds":0,
                         "containers":[{"name":"main","image":"none",
                                        "volumeMounts":[{"name":"data","mountPath":"/mnt"}]}],
                         "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"training"}}]}}""");
        boolean _ = TrainingApi.await(
                () -> !client.list(Kinds.ATTACHMENTS, "").items().isEmpty());
        boolean _ = client.delete(pod, Kinds.PODS);
        boolean _ = client.delete(claim, Kinds.CLAIMS);
        boolean _ = TrainingApi.await(
                () -> client.find(Kinds.CLAIMS, "default", "training").isEmpty());
    }
}
