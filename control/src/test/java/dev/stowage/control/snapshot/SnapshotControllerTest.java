package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.Kinds;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotControllerTest {
    @TempDir
    private Path folder;

    private SnapshotFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new SnapshotFixture(folder);
        fixture.addClass("fast", "Delete", true);
        fixture.addClaim("data");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    @Test
    void snapshotIsTakenByTheDefaultClassAndGoesWithItsContent() throws Exception {
        fixture.addSnapshot("snap", "data");
        await().until(() -> fixture.isReady("snap"));
        JsonNode snapshot = fixture.snapshot("snap");
        String uid = snapshot.at("/metadata/uid").asText();
        assertThat(snapshot.at("/spec/volumeSnapshotClassName").asText()).isEqualTo("fast");
        assertThat(SnapshotFixture.finalizers(snapshot))
                .containsExactlyInAnyOrder(
                        SnapshotMetadataKeys.AS_SOURCE_PROTECTION, SnapshotMetadataKeys.BOUND_PROTECTION);
        assertThat(snapshot.at("/status/creationTime").asText()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(snapshot.at("/status/restoreSize").asText()).isEqualTo("8Mi");
        JsonNode content = fixture.content("snap");
        assertThat(content.at("/metadata/name").asText()).isEqualTo("snapcontent-" + uid);
        assertThat(SnapshotFixture.finalizers(content)).containsExactly(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        assertThat(content.at("/spec/source/volumeHandle").asText()).isEqualTo("handle-of-data");
        assertThat(content.at("/spec/volumeSnapshotRef/uid").asText()).isEqualTo(uid);
        assertThat(content.at("/spec/sourceVolumeMode").asText()).isEqualTo("Filesystem");
        await().until(() -> SnapshotFixture.finalizers(fixture.get(Kinds.CLAIMS, "default", "data")).stream()
                .noneMatch(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION::equals));
        await().untilAsserted(() -> assertThat(fixture.events("snap"))
                .containsExactlyInAnyOrder(
                        "CreatingSnapshot: Waiting for a snapshot default/snap to be created by the CSI driver.",
                        "SnapshotCreated: Snapshot default/snap was successfully created by the CSI driver.",
                        "SnapshotReady: Snapshot default/snap is ready to use."));

        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
    }

    /// One fewer if the content is ready before the snapshot is bound to it.
    @Test
    void snapshotCostsSixWritesAndItsEndThree() throws Exception {
        fixture.snapshotter().falterNow();
        fixture.addSnapshot("snap", "data");
        await().until(() -> !fixture.content("snap").isEmpty());
        fixture.snapshotter().recoverNow();
        await().until(() -> fixture.isReady("snap"));
        await().until(() -> fixture.writes().size() >= 6);
        assertThat(fixture.writes())
                .containsExactlyInAnyOrder(
                        "change volumesnapshots",
                        "change persistentvolumeclaims",
                        "create volumesnapshotcontents",
                        "change volumesnapshots/status",
                        "change volumesnapshots/status",
                        "change persistentvolumeclaims");
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        assertThat(fixture.writes().subList(6, fixture.writes().size()))
                .containsExactly(
                        "change volumesnapshotcontents", "remove volumesnapshotcontents", "change volumesnapshots");
    }

    @Test
    void contentStaysWhenItsPolicyIsRetain() throws Exception {
        fixture.addClass("kept", "Retain", false);
        fixture.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"volumeSnapshotClassName":"kept",
                 "source":{"persistentVolumeClaimName":"data"}}}
                """);
        await().until(() -> fixture.isReady("snap"));
        assertThat(SnapshotFixture.finalizers(fixture.snapshot("snap")))
                .containsExactly(SnapshotMetadataKeys.AS_SOURCE_PROTECTION);
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS))
                .singleElement()
                .satisfies(content -> assertThat(content.path("metadata")
                                .path("annotations")
                                .path(SnapshotMetadataKeys.BEING_DELETED)
                                .asText())
                        .isEqualTo("yes"));
    }

    @Test
    void snapshotWaitsForItsClassAndItsClaim() throws Exception {
        fixture.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"volumeSnapshotClassName":"later",
                 "source":{"persistentVolumeClaimName":"new"}}}
                """);
        await().until(() -> fixture.status("snap")
                .at("/error/message")
                .asText()
                .equals("Failed to get snapshot class with error"
                        + " volumesnapshotclass.snapshot.storage.k8s.io \"later\" not found"));
        fixture.addClass("later", "Delete", false);
        await().until(() -> fixture.status("snap")
                .at("/error/message")
                .asText()
                .equals("Failed to create snapshot content with error snapshot controller failed to update snap on"
                        + " API server: cannot get claim from snapshot"));
        fixture.addClaim("new");
        await().until(() -> fixture.isReady("snap"));
        assertThat(fixture.status("snap").has("error")).isFalse();
    }

    @Test
    void snapshotThatIsBroughtAlongIsBound() throws Exception {
        fixture.controllerFixture().create(Kinds.SNAPSHOT_CONTENTS, "", """
                {"metadata":{"name":"old"},"spec":{"driver":"disks.example.com","deletionPolicy":"Delete",
                 "source":{"snapshotHandle":"s-1"},"volumeSnapshotRef":{"namespace":"default","name":"snap"}}}
                """);
        fixture.controllerFixture().create(Kinds.SNAPSHOTS, "default", """
                {"metadata":{"name":"snap"},"spec":{"source":{"volumeSnapshotContentName":"old"}}}
                """);
        await().until(() -> fixture.isReady("snap"));
        JsonNode content = fixture.content("snap");
        assertThat(content.at("/spec/volumeSnapshotRef/uid"))
                .isEqualTo(fixture.snapshot("snap").at("/metadata/uid"));
        assertThat(SnapshotFixture.finalizers(content)).containsExactly(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        assertThat(SnapshotFixture.finalizers(fixture.snapshot("snap")))
                .containsExactlyInAnyOrder(
                        SnapshotMetadataKeys.AS_SOURCE_PROTECTION, SnapshotMetadataKeys.BOUND_PROTECTION);
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
    }

    @Test
    void snapshotStaysWhileAClaimIsFilledFromIt() throws Exception {
        fixture.addSnapshot("snap", "data");
        await().until(() -> fixture.isReady("snap"));
        fixture.controllerFixture().create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"copy"},"spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"disks",
                 "resources":{"requests":{"storage":"8Mi"}},
                 "dataSource":{"apiGroup":"snapshot.storage.k8s.io","kind":"VolumeSnapshot","name":"snap"}}}
                """);
        await().until(() -> fixture.controllerFixture()
                .informers()
                .of(Kinds.CLAIMS)
                .find(new dev.stowage.k8s.NamespacedName("default", "copy"))
                .isPresent());
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() ->
                fixture.events("snap").contains("SnapshotDeletePending: Snapshot is being used to restore a PVC"));
        assertThat(fixture.content("snap").path("metadata").has("deletionTimestamp"))
                .isFalse();
        fixture.controllerFixture().changeStatus(Kinds.CLAIMS, "default", "copy", "{\"status\":{\"phase\":\"Bound\"}}");
        await().until(() -> fixture.snapshot("snap").isEmpty());
    }

    @Test
    void snapshotThatNoSnapshotterTakesCanBeDeleted() throws Exception {
        fixture.snapshotter().stopNow();
        fixture.addSnapshot("snap", "data");
        await().until(() -> fixture.status("snap").has("boundVolumeSnapshotContentName"));
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
        await().until(() -> !SnapshotFixture.finalizers(fixture.get(Kinds.CLAIMS, "default", "data"))
                .contains(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION));
    }

    @Test
    void claimIsHeldWhileASnapshotOfItIsTaken() throws Exception {
        fixture.snapshotter().falterNow();
        fixture.addSnapshot("snap", "data");
        await().until(() -> fixture.status("snap").has("boundVolumeSnapshotContentName"));
        assertThat(SnapshotFixture.finalizers(fixture.get(Kinds.CLAIMS, "default", "data")))
                .contains(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION);
        fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
        await().until(() -> fixture.snapshot("snap").isEmpty());
        await().until(() -> !SnapshotFixture.finalizers(fixture.get(Kinds.CLAIMS, "default", "data"))
                .contains(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION));
    }
}
