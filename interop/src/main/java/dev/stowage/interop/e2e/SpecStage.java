package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.Agent;
import dev.stowage.interop.cluster.Api;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.VolumeControllers;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Wishes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real cluster with one node, whose root is where the specs count on it, and our driver on it.
///
/// @param bench ends what was started
record SpecStage(Bench bench, ControlPlane plane, RealNode node) {

    private static final Duration SOON = Duration.ofMinutes(3);

    /// In the order in which it must not end: volumes are unmounted with the help of their driver.
    static SpecStage open(Bench bench) throws IOException, InterruptedException {
        Wishes.Specs wishes = bench.wishes().e2e();
        Deployment deployment = wishes.chart() ? new ByChart(bench) : new OnHost(bench);
        HostFolder root = bench.own(HostFolder.make(Path.of("/var/lib/kubelet")));
        ControlPlane plane = ControlPlane.start(bench, parts(wishes.ownControllers()));
        Api api = bench.own(new Api(plane));
        bench.say("the control plane is ready");
        deployment.beforeNode(plane, api);
        RealNode node = RealNode.start(bench, plane, Agent.KUBELET, root.path());
        new SpecImages(bench, node).load();
        plane.kubectl().awaitServiceAccount();
        deployment.onNode(plane, api, node);
        Await.until(
                "registration of the driver",
                SOON,
                List.of(),
                () -> plane.kubectl()
                        .ask("get", "csinode", RealNode.NAME, "-o", "jsonpath={.spec.drivers[*].name}")
                        .contains(DriverDefinition.NAME));
        bench.say("the node is ready, with the driver");
        return new SpecStage(bench, plane, node);
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
                        "--controllers=*" + (ours ? VolumeControllers.leftOut() : "")));
    }
}
