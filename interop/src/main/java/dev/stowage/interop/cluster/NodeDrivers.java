package dev.stowage.interop.cluster;

import dev.stowage.interop.driver.DriverPreparation;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.SanityOptions;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Our driver in both modes on the real cluster's node, with a sidecar for each.
public final class NodeDrivers {
    /// Volumes that stay on their node: nothing is attached.
    public static final String LOCAL = "local.stowage.dev";

    /// Volumes that are attached.
    public static final String DISK = "disk.stowage.dev";

    private static final Duration SOON = Duration.ofMinutes(2);

    private final SuiteWorkspace workspace;
    private final DriverProcess local;
    private final DriverProcess disk;

    /// Started before the node, so that they stop after it: unmounting needs the drivers.
    public NodeDrivers(SuiteWorkspace workspace, List<String> local, List<String> disk)
            throws IOException, InterruptedException {
        this.workspace = workspace;
        this.local = driver("local", local);
        List<String> flags = new ArrayList<>(disk);
        flags.add("--attach");
        this.disk = driver("disk", flags);
    }

    private DriverProcess driver(String name, List<String> flags) throws IOException, InterruptedException {
        return DriverProcess.start(
                workspace,
                new TestedDriver(
                        name,
                        (endpoint, data) -> {
                            List<String> arguments = new ArrayList<>(List.of("driver", "--endpoint=" + endpoint));
                            arguments.addAll(List.of("--node-id=" + RealNode.NAME, "--data=" + data));
                            arguments.addAll(flags);
                            return arguments;
                        },
                        DriverPreparation.NONE,
                        true,
                        SanityOptions.PLAIN));
    }

    public void serve(ControlPlane plane, RealNode node) throws IOException {
        sidecar("local", local, plane, node);
        sidecar("disk", disk, plane, node);
    }

    private void sidecar(String name, DriverProcess driver, ControlPlane plane, RealNode node) throws IOException {
        workspace.own(Daemon.start(
                "sidecar-" + name,
                workspace.logs(),
                StowageProgram.launched(List.of(
                        "sidecar",
                        "--csi-address=" + driver.socket(),
                        "--kubeconfig=" + plane.kubeconfig(),
                        "--plugin-registration-path=" + node.kubeletRoot().resolve("plugins_registry"),
                        "--kubelet-registration-path=" + driver.socket(),
                        "--v=5"))));
    }

    /// Returns when the current node agent has registered both.
    public static void await(ControlPlane plane) throws IOException, InterruptedException {
        for (String driver : List.of(LOCAL, DISK)) {
            Await.until(
                    "registration of " + driver,
                    SOON,
                    List.of(),
                    () -> plane.kubectl()
                            .output("get", "csinode", RealNode.NAME, "-o", "jsonpath={.spec.drivers[*].name}")
                            .contains(driver));
        }
    }
}
