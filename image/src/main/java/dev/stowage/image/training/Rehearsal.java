package dev.stowage.image.training;

import dev.stowage.cli.role.DriverCommand;
import dev.stowage.driver.LocalProgram;
import dev.stowage.sdk.server.RunningDriver;
import java.io.IOException;
import java.util.List;

/// What a program does while it is trained: one round of what it will do for the rest of its life.
public enum Rehearsal {

    /// The driver with the roles that a node has, all in one process, gives a claim its volume. Of the backends only
    /// folders can be had on every machine; they know no snapshots, so there is no snapshotter.
    NODE {
        @Override
        List<String> arguments(Stage stage) {
            return List.of(
                    "driver",
                    "--endpoint=unix://" + stage.socket(),
                    "--node-id=" + Stage.NODE,
                    "--data=" + stage.folder().resolve("data"),
                    "--backend=directory",
                    "--kubelet-registration-path=" + stage.socket(),
                    "--plugin-registration-path=" + stage.folder(),
                    "--http-endpoint=127.0.0.1:0",
                    "--kubeconfig=" + stage.kubeconfig(),
                    "--roles=provisioner,resizer",
                    "--node-deployment",
                    "--node-deployment-base-delay=20ms",
                    "--strict-topology");
        }

        @Override
        void play(Stage stage, TrainedProcess node) throws IOException, InterruptedException {
            stage.awaitSocket(node);
            stage.claimVolume(LocalProgram.LOCAL, node);
        }
    },

    /// The sidecar has a volume made for a claim.
    SIDECAR {
        @Override
        List<String> arguments(Stage stage) {
            return List.of(
                    "sidecar",
                    "--csi-address=" + stage.socket(),
                    "--kubeconfig=" + stage.kubeconfig(),
                    "--roles=provisioner,attacher,resizer,liveness,registrar",
                    "--kubelet-registration-path=" + stage.socket(),
                    "--plugin-registration-path=" + stage.folder(),
                    "--http-endpoint=127.0.0.1:0",
                    "--leader-election",
                    "--leader-election-namespace=default");
        }

        @Override
        void play(Stage stage, TrainedProcess sidecar) throws IOException, InterruptedException {
            try (RunningDriver _ = DriverCommand.open(
                    List.of(
                            "--endpoint=unix://" + stage.socket(),
                            "--node-id=" + Stage.NODE,
                            "--data=" + stage.folder().resolve("data"),
                            "--backend=directory"),
                    _ -> {})) {
                stage.claimVolume(LocalProgram.LOCAL, sidecar);
                // While there is still a driver: one that has lost it waits for another, and not for its end.
                sidecar.end();
            }
        }
    };

    /// As after `./stowage`.
    abstract List<String> arguments(Stage stage);

    abstract void play(Stage stage, TrainedProcess process) throws IOException, InterruptedException;
}
