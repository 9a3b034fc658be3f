package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.UpstreamVolumeControllers;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real cluster with one node, with the kubelet root where the specs expect it, and our driver.
///
/// @param workspace stops what was started
record E2eFixture(SuiteWorkspace workspace, ControlPlane plane, RealNode node) {

    private static final Duration SOON = Duration.ofMinutes(3);

    /// The reverse of the shutdown order: unmounting needs the driver.
    static E2eFixture open(SuiteWorkspace workspace) throws IOException, InterruptedException {
        SuiteOptions.E2eOptions options = workspace.options().e2e();
        StowageDeployment stowageDeployment =
                options.chart() ? new ChartDeployment(workspace) : new HostDeployment(workspace);
        HostFolder root = workspace.own(HostFolder.make(Path.of("/var/lib/kubelet")));
        ControlPlane plane = ControlPlane.start(workspace, parts(options.ownControllers()));
        AdminApiClient adminApiClient = workspace.own(new AdminApiClient(plane));
        workspace.report("the control plane is ready");
        stowageDeployment.beforeNode(plane, adminApiClient);
        RealNode node = RealNode.start(workspace, plane, NodeAgent.KUBELET, root.path());
        new SpecImages(workspace, node).load();
        plane.kubectl().awaitServiceAccount();
        stowageDeployment.onNode(plane, adminApiClient, node);
        Await.until(
                "registration of the driver",
                SOON,
                List.of(),
                () -> plane.kubectl()
                        .output("get", "csinode", RealNode.NAME, "-o", "jsonpath={.spec.drivers[*].name}")
                        .contains(DriverDefinition.NAME));
        workspace.report("the node is ready, with the driver");
        return new E2eFixture(workspace, plane, node);
    }

    void requireAlive() throws IOException {
        plane.requireAlive();
        node.requireAlive();
    }

    private static ControlPlane.Parts parts(boolean ours) {
        return new ControlPlane.Parts(
                false,
                true,
                true,
                List.of(
                        "--kube-api-qps=200",
                        "--kube-api-burst=400",
                        "--controllers=*" + (ours ? UpstreamVolumeControllers.disabled() : "")));
    }
}
