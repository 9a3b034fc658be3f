package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.SnapshotMetadataKeys;
import dev.stowage.kube.model.Kinds;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotControllerTest {
    @TempDir
    private Path folder;

    private SnapshotFixture scene;

    @BeforeEach
    void open() throws Exception {
        scene = new SnapshotFixture(folder);
        scene.addClass("fast", "Delete", true);
        scene.addClaim("data");
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    @Test
    void snapshotIsTakenByTheDefaultClassAndGoesWithItsContent() throws Exception {
        scene.addSnapshot("snap", "data");
        await().until(() -> scene.isReady("snap"));
        JsonNode snapshot = scene.snapshot("snap");
        String uid = snapshot.at("/metadata/uid").asText();
        assertThat(snapshot.at("/spec/volumeSnapshotClassName").asText()).isEqualTo("fast");
        assertThat(SnapshotFixture.finalizers(snapshot))
                .containsExactlyInAnyOrder(SnapshotMetadataKeys.AS_SOURCE, SnapshotMetadataKeys.BOUND);
        assertThat(snapshot.at("/status/creationTime").asText()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(snapshot.at("/status/restoreSize").asText()).isEqualTo("8Mi");
        JsonNode content = scene.content("snap");
        assertThat(content.at("/metadata/name").asText()).isEqualTo("snapcontent-" + uid);
        assertThat(SnapshotFixture.finalizers(content)).containsExactly(SnapshotMetadataKeys.CONTENT);
        assertThat(content.at("/spec/source/volumeHandle").asText()).isEqualTo("handle-of-data");
        assertThat(content.at("/spec/volumeSnapshotRef/uid").asText()).isEqualTo(uid);
        assertThat(content.at("/spec/sourceVolumeMode").asText()).isEqualTo("Filesystem");
        await().until(() -> SnapshotFixture.finalizers(scene.get(Kinds.CLAIMS, "default", "data")).stream()
                .noneMatch(SnapshotMetadataKeys.CLAIM::equals));
        await().untilAsserted(() -> assertThat(scene.events("snap"))
                .containsExactlyInAnyOrder(
                        "CreatingSnapshot: Waiting for a snapshot default/snap to be created by the CSI driver.",
                        "SnapshotCreated: Snapshot default/snap was successfully created by the CSI driver.",
                        "SnapshotReady: Snapshot default/snap is ready to use."));

        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> scene.snapshot("snap").isEmpty());
        assertThat(scene.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
    }

    @Test
    void snapshotCostsSixWritesAndItsEndThree() throws Exception {
        scene.addSnapshot("snap", "data");
        await().until(() -> scene.isReady("snap"));
        await().until(() -> scene.writes().size() >= 6);
        assertThat(scene.writes())
                .containsExactlyInAnyOrder(
                        "change volumesnapshots",
                        "change persistentvolumeclaims",
                        "create volumesnapshotcontents",
                        "change volumesnapshots/status",
                        "change volumesnapshots/status",
                        "change persistentvolumeclaims");
        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> scene.snapshot("snap").isEmpty());
        assertThat(scene.writes().subList(6, scene.writes().size()))
                .containsExactly(
                        "change volumesnapshotcontents", "remove volumesnapshotcontents", "change volumesnapshots");
    }

    @Test
    void contentStaysWhenItsPolicyIsRetain() throws Exception {
        scene.addClass("kept", "Retain", false);
        scene.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"volumeSnapshotClassName":"kept",
                 "source":{"persistentVolumeClaimName":"data"}}}
                """);
        await().until(() -> scene.isReady("snap"));
        assertThat(SnapshotFixture.finalizers(scene.snapshot("snap"))).containsExactly(SnapshotMetadataKeys.AS_SOURCE);
        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> scene.snapshot("snap").isEmpty());
        assertThat(scene.list(Kinds.SNAPSHOT_CONTENTS))
                .singleElement()
                .satisfies(content -> assertThat(content.path("metadata")
                                .path("annotations")
                                .path(SnapshotMetadataKeys.BEING_DELETED)
                                .asText())
                        .isEqualTo("yes"));
    }

    @Test
    void snapshotWaitsForItsClassAndItsClaim() throws Exception {
        scene.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"volumeSnapshotClassName":"later",
                 "source":{"persistentVolumeClaimName":"new"}}}
                """);
        await().until(() -> scene.status("snap")
                .at("/error/message")
                .asText()
                .equals("Failed to get snapshot class with error"
                        + " volumesnapshotclass.snapshot.storage.k8s.io \"later\" not found"));
        scene.addClass("later", "Delete", false);
        await().until(() -> scene.status("snap")
                .at("/error/message")
                .asText()
                .equals("Failed to create snapshot content with error snapshot controller failed to update snap on"
                        + " API server: cannot get claim from snapshot"));
        scene.addClaim("new");
        await().until(() -> scene.isReady("snap"));
        assertThat(scene.status("snap").has("error")).isFalse();
    }

    @Test
    void snapshotThatIsBroughtAlongIsBound() throws Exception {
        scene.controllerFixture().create(Kinds.SNAPSHOT_CONTENTS, "", """
                {"metadata":{"name":"old"},"spec":{"driver":"disks.example.com","deletionPolicy":"Delete",
                 "source":{"snapshotHandle":"s-1"},"volumeSnapshotRef":{"namespace":"default","name":"snap"}}}
                """);
        scene.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"source":{"volumeSnapshotContentName":"old"}}}
                """);
        await().until(() -> scene.isReady("snap"));
        JsonNode content = scene.content("snap");
        assertThat(content.at("/spec/volumeSnapshotRef/uid"))
                .isEqualTo(scene.snapshot("snap").at("/metadata/uid"));
        assertThat(SnapshotFixture.finalizers(content)).containsExactly(SnapshotMetadataKeys.CONTENT);
        assertThat(SnapshotFixture.finalizers(scene.snapshot("snap")))
                .containsExactlyInAnyOrder(SnapshotMetadataKeys.AS_SOURCE, SnapshotMetadataKeys.BOUND);
        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> scene.snapshot("snap").isEmpty());
        assertThat(scene.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
    }

    @Test
    void snapshotStaysWhileAClaimIsFilledFromIt() throws Exception {
        scene.addSnapshot("snap", "data");
        await().until(() -> scene.isReady("snap"));
        scene.controllerFixture().create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"copy"},"spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"disks",
                 "resources":{"requests":{"storage":"8Mi"}},
                 "dataSource":{"apiGroup":"snapshot.storage.k8s.io","kind":"VolumeSnapshot","name":"snap"}}}
                """);
        await().until(() -> scene.controllerFixture()
                .informers()
                .of(Kinds.CLAIMS)
                .find(new dev.stowage.k8s.NamespacedName("default", "copy"))
                .isPresent());
        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() ->
                scene.events("snap").contains("SnapshotDeletePending: Snapshot is being used to restore a PVC"));
        assertThat(scene.content("snap").path("metadata").has("deletionTimestamp"))
                .isFalse();
        scene.controllerFixture().changeStatus(Kinds.CLAIMS, "default", "copy", "{\"status\":{\"phase\":\"Bound\"}}");
        await().until(() -> scene.snapshot("snap").isEmpty());
    }

    @Test
    void claimIsHeldWhileASnapshotOfItIsTaken() throws Exception {
        scene.snapshotter().falterNow();
        scene.addSnapshot("snap", "data");
        await().until(() -> scene.status("snap").has("boundVolumeSnapshotContentName"));
        assertThat(SnapshotFixture.finalizers(scene.get(Kinds.CLAIMS, "default", "data")))
                .contains(SnapshotMetadataKeys.CLAIM);
        scene.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> scene.snapshot("snap").isEmpty());
        await().until(() -> !SnapshotFixture.finalizers(scene.get(Kinds.CLAIMS, "default", "data"))
                .contains(SnapshotMetadataKeys.CLAIM));
    }
}
