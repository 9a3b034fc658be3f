package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.SnapshotCrds;
import dev.stowage.interop.driver.DriverPreparation;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.SanityOptions;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Driver, sidecar and controllers as processes of the host.
final class HostDeployment implements StowageDeployment {

    private final SuiteWorkspace workspace;
    private @Nullable DriverProcess driver;

    HostDeployment(SuiteWorkspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public void beforeNode(ControlPlane plane, AdminApiClient adminApiClient) throws IOException, InterruptedException {
        SnapshotCrds.define(adminApiClient, workspace.programs());
        driver = DriverProcess.start(
                workspace,
                new TestedDriver(
                        "local",
                        (endpoint, data) -> List.of(
                                "driver",
                                "--endpoint=" + endpoint,
                                "--node-id=" + RealNode.NAME,
                                "--data=" + data,
                                "--max-volumes=" + DriverDefinition.MOST_VOLUMES,
                                "--backend=image",
                                "--pool-size=30Gi",
                                "--thin"),
                        DriverPreparation.NONE,
                        true,
                        SanityOptions.PLAIN));
        String controllers = workspace.options().e2e().ownControllers() ? "control" : "snapshot-controller";
        workspace.own(Daemon.start(
                "stowage-" + controllers,
                workspace.logs(),
                StowageProgram.launched(List.of(controllers, "--kubeconfig=" + plane.kubeconfig(), "--v=5"))));
    }

    @Override
    public void onNode(ControlPlane plane, AdminApiClient adminApiClient, RealNode node)
            throws IOException, InterruptedException {
        DriverProcess served = Objects.requireNonNull(driver);
        workspace.own(Daemon.start(
                "sidecar",
                workspace.logs(),
                Map.of("NAMESPACE", "default", "NODE_NAME", RealNode.NAME),
                StowageProgram.launched(List.of(
                        "sidecar",
                        "--csi-address=" + served.socket(),
                        "--kubeconfig=" + plane.kubeconfig(),
                        "--plugin-registration-path=" + node.kubeletRoot().resolve("plugins_registry"),
                        "--kubelet-registration-path=" + served.socket(),
                        "--enable-capacity",
                        "--capacity-for-immediate-binding",
                        "--capacity-ownerref-level=-1",
                        "--capacity-poll-interval=10s",
                        // Each spec has its own class; the upstream default of one request per second is too
                        // slow.
                        "--kube-api-capacity-qps=20",
                        "--v=5"))));
        adminApiClient.create("", """
                apiVersion: storage.k8s.io/v1
                kind: CSIDriver
                metadata: {name: %s}
                spec:
                  attachRequired: false
                  podInfoOnMount: true
                  fsGroupPolicy: File
                  storageCapacity: true
                  volumeLifecycleModes: [Persistent, Ephemeral]
                """.formatted(DriverDefinition.NAME));
    }
}
