package dev.stowage.cli.demo;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A volume without a file system, and one that moves.
record OtherVolumes(Stage stage) {

    List<Step> steps() {
        return List.of(
                new Step("block", "A raw block volume keeps what is written to it", this::block),
                new Step("move", "A volume moves to another node with its bytes", this::move));
    }

    private String block() throws BrokenPromise, IOException, InterruptedException {
        Pods pods = stage.pods();
        stage.scene()
                .api()
                .create(Kinds.CLAIMS, Scene.NAMESPACE, Manifests.blockClaim("block", Manifests.USUAL_CLASS, "64Mi"));
        String written = pods.run(Manifests.blockPod("block-writer", "block", Scripts.writeDevice()));
        String seen = pods.run(Manifests.blockPod("block-reader", "block", Scripts.readDevice()));
        BrokenPromise.unlessEqual("sha256", written, seen);
        return "class " + Manifests.USUAL_CLASS + ", sha256 " + VolumeLife.shortened(seen);
    }

    private String move() throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        scene.api().create(Kinds.CLAIMS, Scene.NAMESPACE, Manifests.claim("traveller", Manifests.DISK_CLASS, "64Mi"));
        String written = visit("node-2", Scripts.write());
        String seen = visit("node-3", Scripts.read());
        BrokenPromise.unlessEqual("sha256", written, seen);
        return "attached to node-2, then to node-3, sha256 " + VolumeLife.shortened(seen);
    }

    /// Runs a pod with the volume there.
    private String visit(String node, String script) throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        String pod = stage.pods().begin(Manifests.onNode(Manifests.pod("visit-" + node, "traveller", script), node));
        String volume = scene.awaitBound("traveller").volumeName();
        var _ = scene.await(
                "volume " + volume + " attached to " + node,
                () -> scene.wasAttached(volume, node) ? Optional.of(node) : Optional.empty(),
                () -> attachments(scene) + scene.lastWord("Pod", pod));
        return stage.pods().finish(pod);
    }

    private static String attachments(Scene scene) {
        List<String> nodes =
                scene.attachments().all().stream().map(VolumeAttachment::nodeName).toList();
        return nodes.isEmpty() ? "no attachment" : "attachments to " + nodes;
    }
}
