package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class SnapshotSituationsTest {

    @Test
    void aClaimFromASnapshotThatIsNotThereIsTold(Scene scene) throws IOException, InterruptedException {
        Disks disks = Disks.in(scene, "Immediate");
        scene.claim("data", disks.name(), Disks.from("yesterday"));
        Explanation answer = explained(scene, ResourceKind.CLAIM, "data", "source-unsuitable", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "vs/yesterday");
    }

    @Test
    void aClaimSmallerThanItsSnapshotIsTold(Scene scene) throws IOException, InterruptedException {
        Disks disks = Disks.in(scene, "Immediate");
        disks.claim("data");
        disks.snapshot("snap", "data", "");
        scene.until(ResourceKind.SNAPSHOT, "snap", snap -> snap.at("/status/readyToUse").asBoolean());
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "small"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Mi"}},
                  "storageClassName": "%s"%s}}""".formatted(disks.name(), Disks.from("snap")));
        Explanation answer = explained(scene, ResourceKind.CLAIM, "small", "source-unsuitable", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("1Mi", "vs/snap", "16Mi");
    }

    @Test
    void aSnapshotOfAClaimThatIsNotThereIsTold(Scene scene) throws IOException, InterruptedException {
        Disks.in(scene, "Immediate").snapshot("snap", "nothing", "");
        Explanation answer = explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("vs/snap", "pvc/nothing");
    }

    @Test
    void aSnapshotWithAClassThatIsNotThereIsTold(Scene scene) throws IOException, InterruptedException {
        Disks disks = Disks.in(scene, "Immediate");
        disks.claim("data");
        disks.snapshot("snap", "data", ", \"volumeSnapshotClassName\": \"nothing\"");
        Explanation answer = explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("vsclass/nothing");
    }

    @Test
    void aSnapshotOfAVolumeWithoutDriverIsTold(Scene scene) throws IOException, InterruptedException {
        Handmade.folder(scene);
        Disks.in(scene, "Immediate").snapshot("snap", "data", "");
        Explanation answer = explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("no volume of a CSI driver");
    }

    @Test
    void aSnapshotThatNamesAContentThatIsNotThereIsTold(Scene scene) throws IOException, InterruptedException {
        scene.create("""
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "snap"},
                 "spec": {"source": {"volumeSnapshotContentName": "nothing-of-%s"}}}""".formatted(scene.namespace()));
        explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshot-content-missing", ResponsibleParty.USER);
    }

    @Test
    void aDriverWithoutASnapshotterIsTold(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, true);
        scene.create("""
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
                 "metadata": {"name": "of-%s"}, "driver": "%s", "deletionPolicy": "Retain"}""".formatted(scene.namespace(), hand.driver()));
        Disks.in(scene, "Immediate")
                .snapshot("snap", "data", ", \"volumeSnapshotClassName\": \"of-" + scene.namespace() + "\"");
        Explanation answer = explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshotter-missing", ResponsibleParty.STORAGE_ADMIN);
        assertThat(answer.first().orElseThrow().verdict()).contains(hand.driver());
    }

    @Test
    void aSnapshotThatAClaimIsToBeMadeFromDoesNotGo(Scene scene) throws IOException, InterruptedException {
        Disks disks = Disks.in(scene, "Immediate");
        disks.claim("data");
        disks.snapshot("snap", "data", "");
        scene.until(ResourceKind.SNAPSHOT, "snap", snap -> snap.at("/status/readyToUse").asBoolean());
        scene.claim("later", Disks.in(scene, "WaitForFirstConsumer").name(), Disks.from("snap"));
        // Controllers that have not heard of the claim would let the snapshot go.
        scene.untilTold(ResourceKind.CLAIM, "later", "WaitForFirstConsumer");
        scene.delete(ResourceKind.SNAPSHOT, "snap");
        Explanation answer = explained(scene, ResourceKind.SNAPSHOT, "snap", "snapshot-terminating", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/later");
        scene.delete(ResourceKind.CLAIM, "later");
        scene.untilGone(ResourceKind.SNAPSHOT, "snap");
    }

    private static Explanation explained(Scene scene, ResourceKind resourceKind, String name, String situation, ResponsibleParty responsibleParty) {
        return scene.untilExplained(resourceKind, name, situation, responsibleParty, LinkKind.SNAPSHOT);
    }
}
