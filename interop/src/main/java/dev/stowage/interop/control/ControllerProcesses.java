package dev.stowage.interop.control;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.UpstreamVolumeControllers;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/// The volume controllers of one side, and the other controllers of Kubernetes beside them.
final class ControllerProcesses implements AutoCloseable {

    /// The nodes of scripts have no heartbeats.
    private static final String OTHERS = "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller";

    private static final List<String> LIFTED = List.of("--kube-api-qps=200", "--kube-api-burst=400");

    private final SuiteWorkspace workspace;
    private final ControlPlane plane;
    private final ControlSubject controlSubject;
    private final Deque<Daemon> tested = new ArrayDeque<>();
    private final Deque<Daemon> others = new ArrayDeque<>();

    private ControllerProcesses(SuiteWorkspace workspace, ControlPlane plane, ControlSubject controlSubject) {
        this.workspace = workspace;
        this.plane = plane;
        this.controlSubject = controlSubject;
    }

    /// The workspace stops them if they still run.
    static ControllerProcesses start(SuiteWorkspace workspace, ControlPlane plane, ControlSubject controlSubject)
            throws IOException, InterruptedException {
        ControllerProcesses controllerProcesses =
                workspace.own(new ControllerProcesses(workspace, plane, controlSubject));
        if (controlSubject == ControlSubject.OURS) {
            controllerProcesses.others.push(
                    plane.controllerManager(flags(OTHERS + UpstreamVolumeControllers.disabled(), "--v=2")));
        }
        controllerProcesses.startTested();
        return controllerProcesses;
    }

    /// SIGKILL, as a crash would be.
    void kill() throws InterruptedException {
        while (!tested.isEmpty()) {
            tested.pop().kill();
        }
    }

    void startTested() throws IOException, InterruptedException {
        switch (controlSubject) {
            case KUBERNETES -> {
                tested.push(plane.controllerManager(flags(OTHERS, "--attach-detach-reconcile-sync-period=2s")));
                tested.push(Daemon.start(
                        "snapshot-controller",
                        workspace.logs(),
                        List.of(
                                workspace.programs().path(ReferenceProgram.SNAPSHOT_CONTROLLER),
                                "--kubeconfig=" + plane.kubeconfig(),
                                LIFTED.getFirst(),
                                LIFTED.getLast())));
            }
            case OURS ->
                tested.push(Daemon.start(
                        "stowage-control",
                        workspace.logs(),
                        StowageProgram.launched(List.of("control", "--kubeconfig=" + plane.kubeconfig(), "--v=5"))));
        }
    }

    void requireAlive() throws IOException {
        for (Daemon daemon : tested) {
            daemon.requireAlive();
        }
        for (Daemon daemon : others) {
            daemon.requireAlive();
        }
    }

    private static List<String> flags(String... more) {
        return Stream.concat(LIFTED.stream(), Stream.of(more)).toList();
    }

    @Override
    public void close() {
        while (!tested.isEmpty()) {
            tested.pop().close();
        }
        while (!others.isEmpty()) {
            others.pop().close();
        }
    }
}
