package dev.stowage.bench.control;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.process.Daemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Volume controllers that are measured.
record ControlSubject(String name, Starter starter) {

    @FunctionalInterface
    interface Starter {
        Daemon start(ControlPlane plane, Path logs) throws IOException, InterruptedException;
    }

    /// The same controllers on both sides, so that memory can be compared.
    private static final String CONTROLLERS = "--controllers=persistentvolume-binder-controller,"
            + "persistentvolume-attach-detach-controller,persistentvolume-expander-controller,"
            + "persistentvolumeclaim-protection-controller,persistentvolume-protection-controller,"
            + "volumeattributesclass-protection-controller,ephemeral-volume-controller";

    static ControlSubject ours(Path stowage) {
        return new ControlSubject(
                "stowage",
                (plane, logs) -> Daemon.start(
                        "stowage-control",
                        logs,
                        Map.of("STOWAGE_NO_BUILD", "1"),
                        List.of(
                                stowage.toString(),
                                "control",
                                "--kubeconfig=" + plane.kubeconfig(),
                                CONTROLLERS,
                                "--http-endpoint=127.0.0.1:0")));
    }

    static ControlSubject lifted() {
        return new ControlSubject(
                "peer: kube-controller-manager, limits lifted",
                (plane, _) ->
                        plane.controllerManager(List.of(CONTROLLERS, "--kube-api-qps=5000", "--kube-api-burst=10000")));
    }
}
