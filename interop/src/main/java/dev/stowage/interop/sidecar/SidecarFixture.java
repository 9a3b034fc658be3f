package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.AdminApiClient;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.cluster.SnapshotCrds;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A real control plane for all scenarios, with the definitions of the snapshot objects and a snapshot controller.
///
/// @param workspace stops what was started
record SidecarFixture(
        SuiteWorkspace workspace, ControlPlane plane, AdminApiClient adminApiClient, List<SidecarSubject> subjects) {

    /// The upstream controller, with which the sidecars are tested.
    static List<String> theirController(SuiteWorkspace workspace) {
        return List.of(workspace.programs().path(ReferenceProgram.SNAPSHOT_CONTROLLER));
    }

    /// @param controller the snapshot controller, without its flags
    static SidecarFixture open(SuiteWorkspace workspace, List<SidecarSubject> subjects, List<String> controller)
            throws IOException, InterruptedException {
        // Without a kubelet, the node lifecycle controller would taint the nodes of the scripts.
        ControlPlane plane = ControlPlane.start(
                workspace,
                new Parts(
                        false,
                        true,
                        false,
                        List.of(
                                "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller",
                                "--kube-api-qps=200",
                                "--kube-api-burst=400",
                                "--attach-detach-reconcile-sync-period=2s")));
        SidecarFixture fixture =
                new SidecarFixture(workspace, plane, workspace.own(new AdminApiClient(plane)), subjects);
        SnapshotCrds.define(fixture.adminApiClient(), workspace.programs());
        // Bypasses the proxies: its writes are not compared.
        List<String> argv = new ArrayList<>(controller);
        argv.addAll(List.of(
                "--kubeconfig=" + plane.kubeconfig(),
                "--feature-gates=CSIVolumeGroupSnapshot=true",
                "--kube-api-qps=200",
                "--kube-api-burst=400",
                "--v=5"));
        workspace.own(Daemon.start("snapshot-controller", workspace.logs(), argv));
        return fixture;
    }

    /// Another subject that has the sidecar, otherwise the same one.
    SidecarSubject other(SidecarSubject subject, SidecarComponent sidecarComponent) {
        return subjects.stream()
                .filter(each -> !each.equals(subject) && each.has(sidecarComponent))
                .findFirst()
                .orElse(subject);
    }
}
