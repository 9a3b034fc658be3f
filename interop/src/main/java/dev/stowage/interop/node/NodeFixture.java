package dev.stowage.interop.node;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.List;

/// A real cluster with one node, our driver in both modes and our sidecars. Only the node agent changes.
///
/// @param workspace stops what was started
public record NodeFixture(SuiteWorkspace workspace, ControlPlane plane, AdminApiClient adminApiClient, RealNode node) {
    /// The reverse of the shutdown order: unmounting needs the drivers.
    ///
    /// @param first the first node agent
    /// @param pool the pool flags for volumes that need not be attached
    public static NodeFixture open(SuiteWorkspace workspace, NodeAgent first, List<String> pool)
            throws IOException, InterruptedException {
        ControlPlane plane = ControlPlane.start(workspace, ControlPlane.Parts.ALL);
        AdminApiClient adminApiClient = workspace.own(new AdminApiClient(plane));
        workspace.report("the control plane is ready");
        NodeDrivers drivers = new NodeDrivers(workspace, pool, List.of("--backend=image", "--pool-size=4Gi"));
        NodeFixture fixture =
                new NodeFixture(workspace, plane, adminApiClient, RealNode.start(workspace, plane, first));
        drivers.serve(plane, fixture.node());
        plane.kubectl().awaitServiceAccount();
        adminApiClient.create("", classes());
        NodeDrivers.await(plane);
        workspace.report("the node is ready, with both drivers");
        return fixture;
    }

    /// Stops the current node agent and starts the other one; pods and volumes stay.
    public void handTo(NodeAgent nodeAgent) throws IOException, InterruptedException {
        node.leaveAlone();
        node.begin(nodeAgent);
        NodeDrivers.await(plane);
    }

    private static String classes() {
        return classes("local", false) + "---\n" + classes("disk", true);
    }

    private static String classes(String name, boolean attached) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: CSIDriver
                metadata: {name: %1$s.stowage.dev}
                spec:
                  attachRequired: %2$s
                  podInfoOnMount: true
                  fsGroupPolicy: File
                  volumeLifecycleModes: [%3$s]
                ---
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %1$s}
                provisioner: %1$s.stowage.dev
                allowVolumeExpansion: true
                mountOptions: [noatime]
                ---
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %1$s-xfs}
                provisioner: %1$s.stowage.dev
                parameters: {csi.storage.k8s.io/fstype: xfs}
                allowVolumeExpansion: true
                ---
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %1$s-plain}
                provisioner: %1$s.stowage.dev
                """.formatted(name, attached, attached ? "Persistent" : "Persistent, Ephemeral");
    }
}
