package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.cluster.SnapshotDefinitions;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A real control plane for all plays, with the definitions of the snapshot objects and a snapshot controller.
///
/// @param bench ends what was started
record Stage(Bench bench, ControlPlane plane, Api api, List<Cast> casts) {

    /// The real one, which the sidecars are judged beside.
    static List<String> theirController(Bench bench) {
        return List.of(bench.judges().path(Judge.SNAPSHOT_CONTROLLER));
    }

    /// @param controller the snapshot controller, without its flags
    static Stage open(Bench bench, List<Cast> casts, List<String> controller) throws IOException, InterruptedException {
        // There is no kubelet: whoever misses its heartbeat would taint the nodes of the scripts.
        ControlPlane plane = ControlPlane.start(
                bench,
                new Parts(
                        false,
                        true,
                        false,
                        List.of(
                                "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller",
                                "--kube-api-qps=200",
                                "--kube-api-burst=400",
                                "--attach-detach-reconcile-sync-period=2s")));
        Stage stage = new Stage(bench, plane, bench.own(new Api(plane)), casts);
        SnapshotDefinitions.define(stage.api(), bench.judges());
        // Past the proxies: what it writes is not what is judged.
        List<String> argv = new ArrayList<>(controller);
        argv.addAll(List.of(
                "--kubeconfig=" + plane.kubeconfig(),
                "--feature-gates=CSIVolumeGroupSnapshot=true",
                "--kube-api-qps=200",
                "--kube-api-burst=400",
                "--v=5"));
        bench.own(Daemon.start("snapshot-controller", bench.logs(), argv));
        return stage;
    }

    /// Another cast that has the sidecar, or else the same.
    Cast other(Cast cast, Component component) {
        return casts.stream()
                .filter(each -> !each.equals(cast) && each.has(component))
                .findFirst()
                .orElse(cast);
    }
}
