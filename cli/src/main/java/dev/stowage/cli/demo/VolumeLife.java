package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolume;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One volume from its claim to its recovery after the claim is gone.
final class VolumeLife {
    private static final String CLAIM = "data";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    private static final String SNAPSHOT = "yesterday";
    private static final String SIZE = "320Mi";
    private static final String LARGER = "448Mi";

    private final Stage stage;
    private String volume = "";
    private String node = "";
    private long size;
    private String first = "";
    private String second = "";

    VolumeLife(Stage stage) {
        this.stage = stage;
    }

    List<Step> beginning() {
        return List.of(
                new Step("claim", "A claim waits for its first pod", this::claim),
                new Step("bound", "A pod comes and the claim is bound", this::bind),
                new Step("write", "The pod writes into its volume", this::write),
                new Step("read", "A second pod reads the same bytes", this::read),
                new Step("snapshot", "A snapshot is taken", this::snapshot),
                new Step("copies", "A restored and a cloned volume hold what they should", this::copies),
                new Step("grow", "The volume grows under a running pod", this::grow));
    }

    Step recovery() {
        return new Step("retain", "The claim goes, the volume stays, a new claim has it", this::recover);
    }

    private String claim() throws BrokenPromise, IOException, InterruptedException {
        stage.scene().api().create(Kinds.STORAGE_CLASSES, "", Manifests.ownClass());
        PersistentVolumeClaim claim = stage.scene().claims().create(Scene.NAMESPACE, Manifests.claim(CLAIM, Manifests.OWN_CLASS, SIZE));
        BrokenPromise.unlessEqual("claim " + CLAIM, "Pending", claim.status().phase());
        return SIZE + " of class " + Manifests.OWN_CLASS;
    }

    private String bind() throws BrokenPromise, IOException, InterruptedException {
        stage.pods().begin(Manifests.pod("writer", CLAIM, Scripts.size() + "; " + Scripts.write()));
        PersistentVolumeClaim claim = stage.scene().awaitBound(CLAIM);
        volume = claim.volumeName();
        node = claim.meta().annotation(SELECTED_NODE);
        return volume + " on " + node;
    }

    private String write() throws BrokenPromise, IOException, InterruptedException {
        List<String> printed = stage.pods().finish("writer").lines().toList();
        if (printed.size() != 2) {
            throw new BrokenPromise("a size and a checksum", printed.toString());
        }
        size = Long.parseLong(printed.getFirst());
        first = printed.getLast();
        return Scripts.MEBIBYTES + " MiB, sha256 " + shortened(first);
    }

    private String read() throws BrokenPromise, IOException, InterruptedException {
        BrokenPromise.unlessEqual("sha256", first, stage.pods().run(Manifests.pod("reader", CLAIM, Scripts.read())));
        return "sha256 " + shortened(first);
    }

    private String snapshot() throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        scene.snapshots().create(Scene.NAMESPACE, Manifests.snapshot(SNAPSHOT, CLAIM));
        return scene.await(
                "snapshot " + SNAPSHOT + " ready",
                () -> scene.snapshots()
                        .find(Scene.key(SNAPSHOT))
                        .filter(found -> found.isReady())
                        .map(found -> found.boundContent()),
                () -> "not ready" + scene.lastWord("VolumeSnapshot", SNAPSHOT));
    }

    /// After another write: the snapshot has the old bytes, the clone the new ones.
    private String copies() throws BrokenPromise, IOException, InterruptedException {
        Pods pods = stage.pods();
        second = pods.run(Manifests.pod("changer", CLAIM, Scripts.write()));
        make(Manifests.restored(Manifests.claim("restored", Manifests.OWN_CLASS, SIZE), SNAPSHOT));
        make(Manifests.cloned(Manifests.claim("cloned", Manifests.OWN_CLASS, SIZE), CLAIM));
        // Volumes of this class stay on their node, and so do their copies.
        pods.begin(Manifests.onNode(Manifests.pod("restored", "restored", Scripts.read()), node));
        pods.begin(Manifests.onNode(Manifests.pod("cloned", "cloned", Scripts.read()), node));
        BrokenPromise.unlessEqual("the snapshot's sha256", first, pods.finish("restored"));
        BrokenPromise.unlessEqual("the volume's sha256", second, pods.finish("cloned"));
        return shortened(first) + " of before, " + shortened(second) + " of now";
    }

    private void make(ObjectNode claim) throws BrokenPromise, IOException, InterruptedException {
        stage.scene().claims().create(Scene.NAMESPACE, claim);
    }

    private String grow() throws BrokenPromise, IOException, InterruptedException {
        Pods pods = stage.pods();
        pods.begin(Manifests.pod("grower", CLAIM, Scripts.awaitLarger(size)));
        pods.awaitRunning("grower");
        ObjectNode more = Json.object();
        more.withObject("/spec/resources/requests").put("storage", LARGER);
        stage.scene().api().patch(Kinds.CLAIMS, Scene.NAMESPACE, CLAIM, Patch.merge(more));
        List<String> printed = pods.finish("grower").lines().toList();
        BrokenPromise.unlessEqual("sha256", second, printed.getLast());
        return mebibytes(size) + " became " + mebibytes(Long.parseLong(printed.getFirst())) + " inside the pod";
    }

    private String recover() throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        reclaim("Retain");
        Optional<PersistentVolumeClaim> claim = scene.claims().find(Scene.key(CLAIM));
        if (claim.isPresent()) {
            scene.claims().delete(claim.get());
        }
        awaitPhase("Released");
        ObjectNode forget = Json.object();
        forget.withObject("/spec").putNull("claimRef");
        scene.api().patch(Kinds.VOLUMES, "", volume, Patch.merge(forget));
        awaitPhase("Available");
        make(Manifests.of(Manifests.claim("recovered", Manifests.OWN_CLASS, LARGER), volume));
        scene.awaitBound("recovered");
        String seen = stage.pods().run(Manifests.pod("recovered", "recovered", Scripts.read()));
        BrokenPromise.unlessEqual("sha256", second, seen);
        reclaim("Delete");
        return volume + ", sha256 " + shortened(second);
    }

    private void reclaim(String policy) throws BrokenPromise, IOException, InterruptedException {
        ObjectNode change = Json.object();
        change.withObject("/spec").put("persistentVolumeReclaimPolicy", policy);
        stage.scene().api().patch(Kinds.VOLUMES, "", volume, Patch.merge(change));
    }

    private void awaitPhase(String phase) throws BrokenPromise, IOException, InterruptedException {
        Scene scene = stage.scene();
        var _ = scene.await(
                "volume " + volume + " " + phase,
                () -> scene.volumes().find(volume).filter(found -> found.phase().equals(phase)),
                () -> scene.volumes().find(volume).map(PersistentVolume::phase).orElse("gone"));
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    static String shortened(String sum) {
        return sum.length() <= 12 ? sum : sum.substring(0, 12) + "…";
    }
}
