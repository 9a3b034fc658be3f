package dev.stowage.interop.control;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.VolumeControllers;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/// The volume controllers of one side, and the other controllers of Kubernetes beside them.
final class Controllers implements AutoCloseable {

    /// Nobody sends heartbeats for the nodes that scripts make up.
    private static final String OTHERS = "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller";

    private static final List<String> LIFTED = List.of("--kube-api-qps=200", "--kube-api-burst=400");

    private final Bench bench;
    private final ControlPlane plane;
    private final Side side;
    private final Deque<Daemon> judged = new ArrayDeque<>();
    private final Deque<Daemon> others = new ArrayDeque<>();

    private Controllers(Bench bench, ControlPlane plane, Side side) {
        this.bench = bench;
        this.plane = plane;
        this.side = side;
    }

    /// The bench ends them when nobody did before.
    static Controllers start(Bench bench, ControlPlane plane, Side side) throws IOException, InterruptedException {
        Controllers controllers = bench.own(new Controllers(bench, plane, side));
        if (side == Side.OURS) {
            controllers.others.push(plane.controllerManager(flags(OTHERS + VolumeControllers.leftOut(), "--v=2")));
        }
        controllers.startJudged();
        return controllers;
    }

    /// SIGKILL, as a crash would be.
    void kill() throws InterruptedException {
        while (!judged.isEmpty()) {
            judged.pop().kill();
        }
    }

    void startJudged() throws IOException, InterruptedException {
        switch (side) {
            case KUBERNETES -> {
                judged.push(plane.controllerManager(flags(OTHERS, "--attach-detach-reconcile-sync-period=2s")));
                judged.push(Daemon.start(
                        "snapshot-controller",
                        bench.logs(),
                        List.of(
                                bench.judges().path(Judge.SNAPSHOT_CONTROLLER),
                                "--kubeconfig=" + plane.kubeconfig(),
                                LIFTED.getFirst(),
                                LIFTED.getLast())));
            }
            case OURS ->
                judged.push(Daemon.start(
                        "stowage-control",
                        bench.logs(),
                        StowageProgram.launched(List.of("control", "--kubeconfig=" + plane.kubeconfig(), "--v=5"))));
        }
    }

    void requireAlive() throws IOException {
        for (Daemon daemon : judged) {
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
        while (!judged.isEmpty()) {
            judged.pop().close();
        }
        while (!others.isEmpty()) {
            others.pop().close();
        }
    }
}
