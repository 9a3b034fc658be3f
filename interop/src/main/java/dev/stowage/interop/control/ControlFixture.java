package dev.stowage.interop.control;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.cluster.SnapshotCrds;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.List;

/// A real cluster for all scenarios of both subjects: server, scheduler, a node with its kubelet, our driver in
/// both modes, our sidecars. Only the controllers change.
///
/// @param workspace stops what was started
record ControlFixture(SuiteWorkspace workspace, ControlPlane plane, AdminApiClient adminApiClient) {

    /// The reverse of the shutdown order: the kubelet unmounts volumes, and needs the driver for that.
    static ControlFixture open(SuiteWorkspace workspace) throws IOException, InterruptedException {
        ControlPlane plane = ControlPlane.start(workspace, new Parts(false, false, true, List.of()));
        ControlFixture fixture = new ControlFixture(workspace, plane, workspace.own(new AdminApiClient(plane)));
        SnapshotCrds.define(fixture.adminApiClient, workspace.programs());
        workspace.report("the API server is ready");
        NodeDrivers drivers = new NodeDrivers(
                workspace,
                List.of("--backend=image", "--pool-size=8Gi", "--thin"),
                List.of("--backend=image", "--pool-size=2Gi"));
        RealNode node = RealNode.start(workspace, plane);
        drivers.serve(plane, node);
        fixture.adminApiClient.create(
                "", csiDriver(NodeDrivers.LOCAL, false) + "---\n" + csiDriver(NodeDrivers.DISK, true));
        NodeDrivers.await(plane);
        // A new node has a taint that the node lifecycle controller removes; that controller is disabled here.
        fixture.adminApiClient.patch(ResourceKind.NODE.path("", RealNode.NAME), "{\"spec\":{\"taints\":null}}");
        workspace.report("the node is ready, with both drivers");
        return fixture;
    }

    private static String csiDriver(String name, boolean attached) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: CSIDriver
                metadata: {name: %s}
                spec: {attachRequired: %s, podInfoOnMount: true, volumeLifecycleModes: [Persistent]}
                """.formatted(name, attached);
    }
}
