package dev.stowage.interop.control;

import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.SnapshotDefinitions;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.util.List;

/// A real cluster for all plays of both sides: server, scheduler, a node with its kubelet, our driver in its two ways,
/// our sidecars. Only the controllers change.
///
/// @param bench ends what was started
record Stage(Bench bench, ControlPlane plane, Api api) {

    /// In the order in which it must not end: a volume is unmounted by the kubelet, which needs its driver for it.
    static Stage open(Bench bench) throws IOException, InterruptedException {
        ControlPlane plane = ControlPlane.start(bench, new Parts(false, false, true, List.of()));
        Stage stage = new Stage(bench, plane, bench.own(new Api(plane)));
        SnapshotDefinitions.define(stage.api, bench.judges());
        bench.say("the API server is ready");
        NodeDrivers drivers = new NodeDrivers(
                bench,
                List.of("--backend=image", "--pool-size=8Gi", "--thin"),
                List.of("--backend=image", "--pool-size=2Gi"));
        RealNode node = RealNode.start(bench, plane);
        drivers.serve(plane, node);
        stage.api.create("", csiDriver(NodeDrivers.LOCAL, false) + "---\n" + csiDriver(NodeDrivers.DISK, true));
        NodeDrivers.await(plane);
        // A node comes with a taint that the controller for nodes takes away, which is switched off here.
        stage.api.patch(Kind.NODE.path("", RealNode.NAME), "{\"spec\":{\"taints\":null}}");
        bench.say("the node is ready, with both drivers");
        return stage;
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
