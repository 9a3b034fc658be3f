package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class SnapshotCausesTest {

    @Test
    void aClaimFromASnapshotThatIsNotThereIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass diskStorageClass = DiskStorageClass.in(explainScenario, "Immediate");
        explainScenario.claim("data", diskStorageClass.name(), DiskStorageClass.from("yesterday"));
        Explanation answer =
                explained(explainScenario, ResourceKind.CLAIM, "data", "source-unsuitable", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "vs/yesterday");
    }

    @Test
    void aClaimSmallerThanItsSnapshotIsTold(ExplainScenario explainScenario) throws IOException, InterruptedException {
        DiskStorageClass diskStorageClass = DiskStorageClass.in(explainScenario, "Immediate");
        diskStorageClass.claim("data");
        diskStorageClass.snapshot("snap", "data", "");
        explainScenario.until(
                ResourceKind.SNAPSHOT,
                "snap",
                snap -> snap.at("/status/readyToUse").asBoolean());
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "small"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Mi"}},
                  "storageClassName": "%s"%s}}""".formatted(diskStorageClass.name(), DiskStorageClass.from("snap")));
        Explanation answer =
                explained(explainScenario, ResourceKind.CLAIM, "small", "source-unsuitable", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("1Mi", "vs/snap", "16Mi");
    }

    @Test
    void aSnapshotOfAClaimThatIsNotThereIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").snapshot("snap", "nothing", "");
        Explanation answer =
                explained(explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("vs/snap", "pvc/nothing");
    }

    @Test
    void aSnapshotWithAClassThatIsNotThereIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass diskStorageClass = DiskStorageClass.in(explainScenario, "Immediate");
        diskStorageClass.claim("data");
        diskStorageClass.snapshot("snap", "data", ", \"volumeSnapshotClassName\": \"nothing\"");
        Explanation answer =
                explained(explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("vsclass/nothing");
    }

    @Test
    void aSnapshotOfAVolumeWithoutDriverIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        StaticVolume.folder(explainScenario);
        DiskStorageClass.in(explainScenario, "Immediate").snapshot("snap", "data", "");
        Explanation answer =
                explained(explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshot-source", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("not a CSI volume");
    }

    @Test
    void aSnapshotThatNamesAContentThatIsNotThereIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "snap"},
                 "spec": {"source": {"volumeSnapshotContentName": "nothing-of-%s"}}}""".formatted(explainScenario.namespace()));
        explained(explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshot-content-missing", ResponsibleParty.USER);
    }

    @Test
    void aDriverWithoutASnapshotterIsTold(ExplainScenario explainScenario) throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
        explainScenario.create("""
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
                 "metadata": {"name": "of-%s"}, "driver": "%s", "deletionPolicy": "Retain"}""".formatted(explainScenario.namespace(), hand.driver()));
        DiskStorageClass.in(explainScenario, "Immediate")
                .snapshot("snap", "data", ", \"volumeSnapshotClassName\": \"of-" + explainScenario.namespace() + "\"");
        Explanation answer = explained(
                explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshotter-missing", ResponsibleParty.STORAGE_ADMIN);
        assertThat(answer.first().orElseThrow().verdict()).contains(hand.driver());
    }

    @Test
    void aSnapshotThatAClaimIsToBeMadeFromDoesNotGo(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass diskStorageClass = DiskStorageClass.in(explainScenario, "Immediate");
        diskStorageClass.claim("data");
        diskStorageClass.snapshot("snap", "data", "");
        explainScenario.until(
                ResourceKind.SNAPSHOT,
                "snap",
                snap -> snap.at("/status/readyToUse").asBoolean());
        explainScenario.claim(
                "later",
                DiskStorageClass.in(explainScenario, "WaitForFirstConsumer").name(),
                DiskStorageClass.from("snap"));
        // Controllers that have not received the claim yet would delete the snapshot.
        explainScenario.untilTold(ResourceKind.CLAIM, "later", "WaitForFirstConsumer");
        explainScenario.delete(ResourceKind.SNAPSHOT, "snap");
        Explanation answer = explained(
                explainScenario, ResourceKind.SNAPSHOT, "snap", "snapshot-terminating", ResponsibleParty.USER);
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/later");
        explainScenario.delete(ResourceKind.CLAIM, "later");
        explainScenario.untilGone(ResourceKind.SNAPSHOT, "snap");
    }

    private static Explanation explained(
            ExplainScenario explainScenario,
            ResourceKind resourceKind,
            String name,
            String situation,
            ResponsibleParty responsibleParty) {
        return explainScenario.untilExplained(resourceKind, name, situation, responsibleParty, LinkKind.SNAPSHOT);
    }
}
