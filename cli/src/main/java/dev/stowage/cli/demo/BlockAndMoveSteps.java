package dev.stowage.cli.demo;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A volume without a file system, and one that moves.
record BlockAndMoveSteps(DemoCluster cluster) {

    List<DemoStep> steps() {
        return List.of(
                new DemoStep("block", "A raw block volume keeps its data", this::block),
                new DemoStep("move", "A volume moves to another node with its data", this::move));
    }

    private String block() throws ExpectationFailure, IOException, InterruptedException {
        DemoPods demoPods = cluster.demoPods();
        cluster.demoObjects()
                .api()
                .create(
                        Kinds.CLAIMS,
                        DemoObjects.NAMESPACE,
                        DemoManifests.blockClaim("block", DemoManifests.USUAL_CLASS, "64Mi"));
        String written = demoPods.run(DemoManifests.blockPod("block-writer", "block", PodScripts.writeDevice()));
        String seen = demoPods.run(DemoManifests.blockPod("block-reader", "block", PodScripts.readDevice()));
        ExpectationFailure.unlessEqual("sha256", written, seen);
        return "class " + DemoManifests.USUAL_CLASS + ", sha256 " + VolumeLifecycleSteps.shortened(seen);
    }

    private String move() throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = cluster.demoObjects();
        demoObjects
                .api()
                .create(
                        Kinds.CLAIMS,
                        DemoObjects.NAMESPACE,
                        DemoManifests.claim("traveller", DemoManifests.DISK_CLASS, "64Mi"));
        String written = visit("node-2", PodScripts.write());
        String seen = visit("node-3", PodScripts.read());
        ExpectationFailure.unlessEqual("sha256", written, seen);
        return "attached to node-2, then to node-3, sha256 " + VolumeLifecycleSteps.shortened(seen);
    }

    /// Runs a pod with the volume on that node.
    private String visit(String node, String script) throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = cluster.demoObjects();
        String pod = cluster.demoPods()
                .begin(DemoManifests.onNode(DemoManifests.pod("visit-" + node, "traveller", script), node));
        String volume = demoObjects.awaitBound("traveller").volumeName();
        var _ = demoObjects.await(
                "volume " + volume + " attached to " + node,
                () -> demoObjects.wasAttached(volume, node) ? Optional.of(node) : Optional.empty(),
                () -> attachments(demoObjects) + demoObjects.lastEvent("Pod", pod));
        return cluster.demoPods().finish(pod);
    }

    private static String attachments(DemoObjects demoObjects) {
        List<String> nodes = demoObjects.attachments().all().stream()
                .map(VolumeAttachment::nodeName)
                .toList();
        return nodes.isEmpty() ? "no attachment" : "attachments to " + nodes;
    }
}
