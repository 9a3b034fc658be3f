package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One volume from its claim to its recovery after the claim is deleted.
final class VolumeLifecycleSteps {
    private static final String CLAIM = "data";
    private static final String SNAPSHOT = "yesterday";
    private static final String SIZE = "320Mi";
    private static final String LARGER = "448Mi";

    private final DemoCluster demoCluster;
    private String volume = "";
    private String node = "";
    private long size;
    private String first = "";
    private String second = "";

    VolumeLifecycleSteps(DemoCluster demoCluster) {
        this.demoCluster = demoCluster;
    }

    List<DemoStep> beginning() {
        return List.of(
                new DemoStep("claim", "A claim waits for its first pod", this::claim),
                new DemoStep("bound", "A pod is scheduled and the claim is bound", this::bind),
                new DemoStep("write", "The pod writes to its volume", this::write),
                new DemoStep("read", "A second pod reads the same data", this::read),
                new DemoStep("snapshot", "A snapshot is taken", this::snapshot),
                new DemoStep("copies", "A restored and a cloned volume have the expected data", this::copies),
                new DemoStep("grow", "The volume is expanded under a running pod", this::grow));
    }

    DemoStep recovery() {
        return new DemoStep("retain", "The claim is deleted, the volume is kept, a new claim binds it", this::recover);
    }

    private String claim() throws ExpectationFailure, IOException, InterruptedException {
        demoCluster.demoObjects().api().create(Kinds.STORAGE_CLASSES, "", DemoManifests.ownClass());
        PersistentVolumeClaim claim = demoCluster
                .demoObjects()
                .claims()
                .create(DemoObjects.NAMESPACE, DemoManifests.claim(CLAIM, DemoManifests.OWN_CLASS, SIZE));
        ExpectationFailure.unlessEqual(
                "claim " + CLAIM, "Pending", claim.status().phase());
        return SIZE + " of class " + DemoManifests.OWN_CLASS;
    }

    private String bind() throws ExpectationFailure, IOException, InterruptedException {
        demoCluster.demoPods().begin(DemoManifests.pod("writer", CLAIM, PodScripts.size() + "; " + PodScripts.write()));
        PersistentVolumeClaim claim = demoCluster.demoObjects().awaitBound(CLAIM);
        volume = claim.volumeName();
        node = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
        return volume + " on " + node;
    }

    private String write() throws ExpectationFailure, IOException, InterruptedException {
        List<String> printed = demoCluster.demoPods().finish("writer").lines().toList();
        if (printed.size() != 2) {
            throw new ExpectationFailure("a size and a checksum", printed.toString());
        }
        size = Long.parseLong(printed.getFirst());
        first = printed.getLast();
        return PodScripts.MEBIBYTES + " MiB, sha256 " + shortened(first);
    }

    private String read() throws ExpectationFailure, IOException, InterruptedException {
        ExpectationFailure.unlessEqual(
                "sha256", first, demoCluster.demoPods().run(DemoManifests.pod("reader", CLAIM, PodScripts.read())));
        return "sha256 " + shortened(first);
    }

    private String snapshot() throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = demoCluster.demoObjects();
        demoObjects.snapshots().create(DemoObjects.NAMESPACE, DemoManifests.snapshot(SNAPSHOT, CLAIM));
        return demoObjects.await(
                "snapshot " + SNAPSHOT + " ready",
                () -> demoObjects
                        .snapshots()
                        .find(DemoObjects.key(SNAPSHOT))
                        .filter(found -> found.isReady())
                        .map(found -> found.boundContent()),
                () -> "not ready" + demoObjects.lastEvent("VolumeSnapshot", SNAPSHOT));
    }

    /// After another write: the snapshot has the old bytes, the clone the new ones.
    private String copies() throws ExpectationFailure, IOException, InterruptedException {
        DemoPods demoPods = demoCluster.demoPods();
        second = demoPods.run(DemoManifests.pod("changer", CLAIM, PodScripts.write()));
        make(DemoManifests.restored(DemoManifests.claim("restored", DemoManifests.OWN_CLASS, SIZE), SNAPSHOT));
        make(DemoManifests.cloned(DemoManifests.claim("cloned", DemoManifests.OWN_CLASS, SIZE), CLAIM));
        // Volumes of this class stay on their node, and so do their copies.
        demoPods.begin(DemoManifests.onNode(DemoManifests.pod("restored", "restored", PodScripts.read()), node));
        demoPods.begin(DemoManifests.onNode(DemoManifests.pod("cloned", "cloned", PodScripts.read()), node));
        ExpectationFailure.unlessEqual("the snapshot's sha256", first, demoPods.finish("restored"));
        ExpectationFailure.unlessEqual("the volume's sha256", second, demoPods.finish("cloned"));
        return shortened(first) + " before, " + shortened(second) + " now";
    }

    private void make(ObjectNode claim) throws ExpectationFailure, IOException, InterruptedException {
        demoCluster.demoObjects().claims().create(DemoObjects.NAMESPACE, claim);
    }

    private String grow() throws ExpectationFailure, IOException, InterruptedException {
        DemoPods demoPods = demoCluster.demoPods();
        demoPods.begin(DemoManifests.pod("grower", CLAIM, PodScripts.awaitLarger(size)));
        demoPods.awaitRunning("grower");
        ObjectNode more = Json.object();
        more.withObject("/spec/resources/requests").put("storage", LARGER);
        demoCluster.demoObjects().api().patch(Kinds.CLAIMS, DemoObjects.NAMESPACE, CLAIM, Patch.merge(more));
        List<String> printed = demoPods.finish("grower").lines().toList();
        ExpectationFailure.unlessEqual("sha256", second, printed.getLast());
        return mebibytes(size) + " expanded to " + mebibytes(Long.parseLong(printed.getFirst())) + " inside the pod";
    }

    private String recover() throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = demoCluster.demoObjects();
        reclaim("Retain");
        Optional<PersistentVolumeClaim> claim = demoObjects.claims().find(DemoObjects.key(CLAIM));
        if (claim.isPresent()) {
            demoObjects.claims().delete(claim.get());
        }
        awaitPhase("Released");
        ObjectNode forget = Json.object();
        forget.withObject("/spec").putNull("claimRef");
        demoObjects.api().patch(Kinds.VOLUMES, "", volume, Patch.merge(forget));
        awaitPhase("Available");
        make(DemoManifests.of(DemoManifests.claim("recovered", DemoManifests.OWN_CLASS, LARGER), volume));
        demoObjects.awaitBound("recovered");
        String seen = demoCluster.demoPods().run(DemoManifests.pod("recovered", "recovered", PodScripts.read()));
        ExpectationFailure.unlessEqual("sha256", second, seen);
        reclaim("Delete");
        return volume + ", sha256 " + shortened(second);
    }

    private void reclaim(String policy) throws ExpectationFailure, IOException, InterruptedException {
        ObjectNode change = Json.object();
        change.withObject("/spec").put("persistentVolumeReclaimPolicy", policy);
        demoCluster.demoObjects().api().patch(Kinds.VOLUMES, "", volume, Patch.merge(change));
    }

    private void awaitPhase(String phase) throws ExpectationFailure, IOException, InterruptedException {
        DemoObjects demoObjects = demoCluster.demoObjects();
        var _ = demoObjects.await(
                "volume " + volume + " " + phase,
                () -> demoObjects
                        .volumes()
                        .find(volume)
                        .filter(found -> found.phase().equals(phase)),
                () -> demoObjects
                        .volumes()
                        .find(volume)
                        .map(PersistentVolume::phase)
                        .orElse("gone"));
    }

    private static String mebibytes(long bytes) {
        return (bytes >> 20) + " MiB";
    }

    static String shortened(String sum) {
        return sum.length() <= 12 ? sum : sum.substring(0, 12) + "…";
    }
}
