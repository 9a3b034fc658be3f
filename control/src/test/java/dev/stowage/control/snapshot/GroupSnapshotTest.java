package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.Kinds;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupSnapshotTest {
    @TempDir
    private Path folder;

    private SnapshotFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new SnapshotFixture(folder);
        var together = fixture.controllerFixture().create(Kinds.GROUP_SNAPSHOT_CLASSES, "", """
                {"metadata":{"name":"together",
                 "annotations":{"groupsnapshot.storage.kubernetes.io/is-default-class":"true"}},
                 "driver":"disks.example.com","deletionPolicy":"Delete"}
                """);
        fixture.controllerFixture().awaitSeen(Kinds.GROUP_SNAPSHOT_CLASSES, together);
        fixture.addClaim("data");
        fixture.addClaim("log");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private JsonNode group() {
        return fixture.get(Kinds.GROUP_SNAPSHOTS, "default", "group");
    }

    @Test
    void groupBecomesOneSnapshotForEachClaimAndTheyGoTogether() throws Exception {
        fixture.controllerFixture().create(Kinds.GROUP_SNAPSHOTS, "default", """
                {"metadata":{"name":"group"},"spec":{"source":{"selector":{"matchLabels":{"app":"db"}}}}}
                """);
        await().until(() -> group().at("/status/readyToUse").asBoolean());
        String uid = group().at("/metadata/uid").asText();
        assertThat(group().at("/spec/volumeGroupSnapshotClassName").asText()).isEqualTo("together");
        assertThat(group().at("/status/boundVolumeGroupSnapshotContentName").asText())
                .isEqualTo("groupsnapcontent-" + uid);
        assertThat(SnapshotFixture.finalizers(group())).containsExactly(SnapshotMetadataKeys.GROUP_BOUND_PROTECTION);
        await().until(() -> fixture.list(Kinds.SNAPSHOTS).stream()
                .allMatch(part -> part.at("/status/readyToUse").asBoolean()));
        List<JsonNode> parts = fixture.list(Kinds.SNAPSHOTS);
        assertThat(parts)
                .hasSize(2)
                .allSatisfy(part -> {
                    assertThat(part.at("/metadata/ownerReferences/0/uid").asText())
                            .isEqualTo(uid);
                    assertThat(part.at("/status/volumeGroupSnapshotName").asText())
                            .isEqualTo("group");
                    assertThat(SnapshotFixture.finalizers(part))
                            .containsExactlyInAnyOrder(
                                    SnapshotMetadataKeys.IN_GROUP_PROTECTION,
                                    SnapshotMetadataKeys.AS_SOURCE_PROTECTION);
                })
                .extracting(part ->
                        part.at("/spec/source/persistentVolumeClaimName").asText())
                .containsExactlyInAnyOrder("data", "log");
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS)).hasSize(2).allSatisfy(content -> {
            assertThat(content.at("/status/volumeGroupSnapshotHandle").asText()).isEqualTo("group-1");
            assertThat(content.path("metadata")
                            .path("annotations")
                            .path(SnapshotMetadataKeys.VOLUME_GROUP_SNAPSHOT_HANDLE)
                            .asText())
                    .isEqualTo("group-1");
        });
        await().untilAsserted(() -> assertThat(fixture.events("group"))
                .containsExactlyInAnyOrder(
                        "CreatingGroupSnapshot: Waiting for a group snapshot default/group to be created by the CSI"
                                + " driver.",
                        "GroupSnapshotCreated: GroupSnapshot default/group was successfully created by the CSI driver.",
                        "GroupSnapshotReady: GroupSnapshot default/group is ready to use."));

        fixture.delete(Kinds.GROUP_SNAPSHOTS, "default", "group");
        await().until(() -> group().isEmpty());
        await().until(() -> fixture.list(Kinds.SNAPSHOTS).isEmpty());
        assertThat(fixture.list(Kinds.SNAPSHOT_CONTENTS)).isEmpty();
        assertThat(fixture.list(Kinds.GROUP_SNAPSHOT_CONTENTS)).isEmpty();
    }

    @Test
    void partOfAGroupDoesNotGoAlone() throws Exception {
        fixture.controllerFixture().create(Kinds.GROUP_SNAPSHOTS, "default", """
                {"metadata":{"name":"group"},"spec":{"source":{"selector":{"matchLabels":{"app":"db"}}}}}
                """);
        await().until(() -> group().at("/status/readyToUse").asBoolean());
        String part =
                fixture.list(Kinds.SNAPSHOTS).getFirst().at("/metadata/name").asText();
        await().until(() -> fixture.isReady(part));
        fixture.delete(Kinds.SNAPSHOTS, "default", part);
        await().until(() -> fixture.events(part).stream()
                .anyMatch(event -> event.startsWith("SnapshotDeletePending: deletion of the individual volume snapshot"
                        + " default/" + part + " is not allowed as it belongs to group snapshot default/group.")));
        assertThat(fixture.content(part).path("metadata").has("deletionTimestamp"))
                .isFalse();
    }
}
