package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.PluginCapability.Service;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GroupSnapshotTest extends SnapshotterTestCase {
    private final AtomicBoolean ready = new AtomicBoolean(true);

    @Override
    void prepare() throws Exception {
        stage().driver().services(Service.Type.CONTROLLER_SERVICE, Service.Type.GROUP_CONTROLLER_SERVICE);
        stage().driver()
                .groupController(GroupControllerServiceCapability.RPC.Type.CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT);
        stage().addClass(Kinds.GROUP_SNAPSHOT_CLASSES, "fast", "{\"speed\":\"high\"}");
        stage().driver()
                .on(
                        "CreateVolumeGroupSnapshot",
                        (CreateVolumeGroupSnapshotRequest request) -> CreateVolumeGroupSnapshotResponse.newBuilder()
                                .setGroupSnapshot(group("at-" + request.getName(), request.getSourceVolumeIdsList()))
                                .build());
        stage().driver()
                .on(
                        "GetVolumeGroupSnapshot",
                        (GetVolumeGroupSnapshotRequest request) -> GetVolumeGroupSnapshotResponse.newBuilder()
                                .setGroupSnapshot(group(request.getGroupSnapshotId(), List.of()))
                                .build());
        stage().driver().on("DeleteVolumeGroupSnapshot", _ -> DeleteVolumeGroupSnapshotResponse.getDefaultInstance());
    }

    private VolumeGroupSnapshot group(String handle, List<String> volumes) {
        var group = VolumeGroupSnapshot.newBuilder()
                .setGroupSnapshotId(handle)
                .setCreationTime(Timestamp.newBuilder().setSeconds(1_700_000_000))
                .setReadyToUse(ready.get());
        volumes.forEach(volume -> group.addSnapshots(Snapshot.newBuilder()
                .setSnapshotId("s-of-" + volume)
                .setSourceVolumeId(volume)
                .setSizeBytes(4096)
                .setCreationTime(Timestamp.newBuilder().setSeconds(1_700_000_000))
                .setGroupSnapshotId(handle)
                .setReadyToUse(ready.get())));
        return group.build();
    }

    private JsonNode status(String name) {
        return stage().get(Kinds.GROUP_SNAPSHOT_CONTENTS, name).path("status");
    }

    private boolean isReady(String name) {
        return status(name).path("readyToUse").asBoolean();
    }

    private boolean isMarked(String name) {
        return stage().get(Kinds.GROUP_SNAPSHOT_CONTENTS, name)
                .path("metadata")
                .path("annotations")
                .has(SnapshotAnnotations.GROUP.beingCreated());
    }

    private void add(String name, String words) throws Exception {
        stage().add(Kinds.GROUP_SNAPSHOT_CONTENTS, name, words);
    }

    @Test
    void aGroupIsTakenAndItsMembersWritten() throws Exception {
        stage().start();
        add("g-1", "taken");
        await().until(() -> isReady("g-1") && !isMarked("g-1"));
        JsonNode status = status("g-1");
        assertThat(status.path("volumeGroupSnapshotHandle").asText())
                .isEqualTo("at-groupsnapshot-11111111-2222-3333-4444-g-1");
        assertThat(status.path("creationTime").asText()).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(status.path("volumeSnapshotInfoList")).isEqualTo(Json.read("""
                [{"creationTime":1700000000000000000,"readyToUse":true,"restoreSize":4096,
                  "snapshotHandle":"s-of-volume-1","volumeHandle":"volume-1"},
                 {"creationTime":1700000000000000000,"readyToUse":true,"restoreSize":4096,
                  "snapshotHandle":"s-of-volume-2","volumeHandle":"volume-2"}]
                """.getBytes(StandardCharsets.UTF_8)));
        assertThat(stage().driver().<CreateVolumeGroupSnapshotRequest>calls("CreateVolumeGroupSnapshot"))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.getSourceVolumeIdsList()).containsExactly("volume-1", "volume-2");
                    assertThat(request.getParametersMap()).containsEntry("speed", "high");
                });
    }

    @Test
    void aGroupThatIsNotReadyIsPolled() throws Exception {
        ready.set(false);
        stage().start();
        add("g-1", "taken");
        await().until(() -> stage().driver().calls("GetVolumeGroupSnapshot").size() > 2);
        ready.set(true);
        await().until(() -> isReady("g-1"));
        assertThat(stage().driver().calls("CreateVolumeGroupSnapshot")).hasSize(1);
        assertThat(stage().driver()
                        .<GetVolumeGroupSnapshotRequest>calls("GetVolumeGroupSnapshot")
                        .getFirst()
                        .getSnapshotIdsList())
                .containsExactly("s-of-volume-1", "s-of-volume-2");
    }

    @Test
    void anExistingGroupIsRead() throws Exception {
        stage().start();
        add("g-1", "given");
        await().until(() -> isReady("g-1"));
        assertThat(status("g-1").path("volumeGroupSnapshotHandle").asText()).isEqualTo("g-given");
        assertThat(status("g-1").has("volumeSnapshotInfoList")).isFalse();
        assertThat(stage().driver().calls("CreateVolumeGroupSnapshot")).isEmpty();
    }

    @Test
    void aGroupGoesWithAllItsMembers() throws Exception {
        stage().start();
        add("g-1", "taken");
        await().until(() -> isReady("g-1"));
        stage().unwant(Kinds.GROUP_SNAPSHOT_CONTENTS, "g-1");
        await().until(() -> stage().isGone(Kinds.GROUP_SNAPSHOT_CONTENTS, "g-1"));
        assertThat(stage().driver().<DeleteVolumeGroupSnapshotRequest>calls("DeleteVolumeGroupSnapshot"))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.getGroupSnapshotId()).startsWith("at-groupsnapshot-");
                    assertThat(request.getSnapshotIdsList()).containsExactly("s-of-volume-1", "s-of-volume-2");
                });
    }

    @Test
    void aFailedDeletionIsReportedAndRetried() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        stage().driver().on("DeleteVolumeGroupSnapshot", _ -> {
            if (calls.incrementAndGet() < 3) {
                throw FakeDriver.failure(Status.Code.ABORTED, "busy");
            }
            return DeleteVolumeGroupSnapshotResponse.getDefaultInstance();
        });
        add("g-1", "given handle=g-given ready deleting unwanted");
        stage().start();
        await().until(() -> stage().isGone(Kinds.GROUP_SNAPSHOT_CONTENTS, "g-1"));
        await().until(() ->
                stage().events("g-1").contains("GroupSnapshotDeleteError: Failed to delete group snapshot"));
        assertThat(calls).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"DEADLINE_EXCEEDED", "ABORTED", "INTERNAL", "INVALID_ARGUMENT"})
    void theMarkStaysOnlyWhileTheDriverMayStillBeAtIt(Status.Code code) throws Exception {
        stage().driver().on("CreateVolumeGroupSnapshot", _ -> {
            throw FakeDriver.failure(code, "boom");
        });
        stage().start();
        add("g-1", "taken");
        await().until(() -> status("g-1").has("error"));
        boolean uncertain = code == Status.Code.DEADLINE_EXCEEDED || code == Status.Code.ABORTED;
        await().until(() -> isMarked("g-1") == uncertain);
        await().until(() -> stage().events("g-1").stream()
                .anyMatch(event -> event.startsWith("GroupSnapshotCreationFailed: Failed to create group snapshot:"
                        + " failed to take group snapshot of the volumes [volume-1 volume-2]: \"rpc error: code = ")));
        assertThat(isReady("g-1")).isFalse();
    }

    @Test
    void aDriverWithoutGroupsReportsAnError() throws Exception {
        stage().driver().services(Service.Type.CONTROLLER_SERVICE);
        stage().driver().on("CreateVolumeGroupSnapshot", _ -> {
            throw FakeDriver.failure(Status.Code.UNIMPLEMENTED, "no groups here");
        });
        stage().start();
        add("g-1", "taken");
        await().until(() -> status("g-1").path("error").path("message").asText().contains("Unimplemented"));
    }
}
