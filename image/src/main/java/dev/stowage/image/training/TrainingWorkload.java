package dev.stowage.image.training;

import dev.stowage.cli.role.DriverCommand;
import dev.stowage.driver.LocalProgram;
import dev.stowage.sdk.server.RunningDriver;
import java.io.IOException;
import java.util.List;

/// The workload of a program during training: one round of its normal work.
public enum TrainingWorkload {

    /// The driver with the roles of a node in one process provisions a claim. Only the directory backend works
    /// on every machine; it has no snapshots, so the snapshotter is omitted.
    NODE {
        @Override
        List<String> arguments(TrainingCluster trainingCluster) {
            return List.of(
                    "driver",
                    "--endpoint=unix://" + trainingCluster.socket(),
                    "--node-id=" + TrainingCluster.NODE,
                    "--data=" + trainingCluster.folder().resolve("data"),
                    "--backend=directory",
                    "--kubelet-registration-path=" + trainingCluster.socket(),
                    "--plugin-registration-path=" + trainingCluster.folder(),
                    "--http-endpoint=127.0.0.1:0",
                    "--kubeconfig=" + trainingCluster.kubeconfig(),
                    "--roles=provisioner,resizer",
                    "--node-deployment",
                    "--node-deployment-base-delay=20ms",
                    "--strict-topology");
        }

        @Override
        void run(TrainingCluster trainingCluster, TrainedProcess node) throws IOException, InterruptedException {
            trainingCluster.awaitSocket(node);
            trainingCluster.claimVolume(LocalProgram.LOCAL, node);
        }
    },

    /// The sidecar provisions a volume for a claim.
    SIDECAR {
        @Override
        List<String> arguments(TrainingCluster trainingCluster) {
            return List.of(
                    "sidecar",
                    "--csi-address=" + trainingCluster.socket(),
                    "--kubeconfig=" + trainingCluster.kubeconfig(),
                    "--roles=provisioner,attacher,resizer,liveness,registrar",
                    "--kubelet-registration-path=" + trainingCluster.socket(),
                    "--plugin-registration-path=" + trainingCluster.folder(),
                    "--http-endpoint=127.0.0.1:0",
                    "--leader-election",
                    "--leader-election-namespace=default");
        }

        @Override
        void run(TrainingCluster trainingCluster, TrainedProcess sidecar) throws IOException, InterruptedException {
            try (RunningDriver _ = DriverCommand.open(
                    List.of(
                            "--endpoint=unix://" + trainingCluster.socket(),
                            "--node-id=" + TrainingCluster.NODE,
                            "--data=" + trainingCluster.folder().resolve("data"),
                            "--backend=directory"),
                    _ -> {})) {
                trainingCluster.claimVolume(LocalProgram.LOCAL, sidecar);
                // While the driver still runs: without it, the sidecar waits for a new driver and does not exit.
                sidecar.end();
            }
        }
    };

    /// As after `./stowage`.
    abstract List<String> arguments(TrainingCluster trainingCluster);

    abstract void run(TrainingCluster trainingCluster, TrainedProcess process) throws IOException, InterruptedException;
}
