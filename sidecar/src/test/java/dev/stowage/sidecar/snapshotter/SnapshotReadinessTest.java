package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How a snapshot is detected as ready.
final class SnapshotReadinessTest extends SnapshotterTestCase {
    private final Map<String, Boolean> ready = new ConcurrentHashMap<>();
    private final AtomicBoolean all = new AtomicBoolean();

    @Override
    void prepare() {
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            String handle = "at-" + request.getName();
            ready.putIfAbsent(handle, false);
            return taken(request, isReady(handle));
        });
    }

    private Snapshot snapshot(String handle) {
        return Snapshot.newBuilder()
                .setSnapshotId(handle)
                .setSizeBytes(77)
                .setReadyToUse(isReady(handle))
                .build();
    }

    private boolean isReady(String handle) {
        return all.get() || ready.getOrDefault(handle, false);
    }

    private void allReady() {
        all.set(true);
    }

    private void answerLists() {
        stage().driver().on("ListSnapshots", (ListSnapshotsRequest request) -> {
            var answer = ListSnapshotsResponse.newBuilder();
            ready.keySet().stream()
                    .filter(handle -> request.getSnapshotId().isEmpty()
                            || request.getSnapshotId().equals(handle))
                    .sorted()
                    .forEach(handle -> answer.addEntriesBuilder().setSnapshot(snapshot(handle)));
            return answer.build();
        });
    }

    @Test
    void withoutStatusCallsCreateSnapshotIsRepeated() throws Exception {
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().driver().calls("CreateSnapshot").size() > 3);
        assertThat(stage().status("c-1").path("snapshotHandle").asText()).isNotEmpty();
        assertThat(stage().isMarked("c-1")).isFalse();
        allReady();
        await().until(() -> stage().isReady("c-1"));
    }

    @Test
    void aSnapshotIsReadByItsHandle() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.GET_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS);
        stage().driver()
                .on(
                        "GetSnapshot",
                        (GetSnapshotRequest request) -> GetSnapshotResponse.newBuilder()
                                .setSnapshot(snapshot(request.getSnapshotId()))
                                .build());
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().driver().calls("GetSnapshot").size() > 3);
        allReady();
        await().until(() -> stage().isReady("c-1"));
        assertThat(stage().driver().calls("CreateSnapshot")).hasSize(1);
        assertThat(stage().driver().calls("ListSnapshots")).isEmpty();
        assertThat(stage().status("c-1").path("restoreSize").asLong()).isEqualTo(4096);
    }

    @Test
    void oneListCallChecksManySnapshots() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS);
        answerLists();
        stage().start();
        for (int i = 0; i < 40; i++) {
            stage().add("c-" + i, "taken");
        }
        await().until(() -> stage().driver().<ListSnapshotsRequest>calls("ListSnapshots").stream()
                .anyMatch(request -> request.getSnapshotId().isEmpty()));
        await().until(() -> stage().driver().calls("CreateSnapshot").size() == 40);
        allReady();
        for (int i = 0; i < 40; i++) {
            String name = "c-" + i;
            await().until(() -> stage().isReady(name));
        }
        assertThat(stage().driver().calls("CreateSnapshot")).hasSize(40);
    }

    @Test
    void aListThatFailsLeavesTheQuestionToTheOldWay() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS);
        stage().driver().on("ListSnapshots", _ -> {
            throw FakeDriver.failure(Status.Code.PERMISSION_DENIED, "no secrets, no list");
        });
        stage().start();
        for (int i = 0; i < 12; i++) {
            stage().add("c-" + i, "taken");
        }
        await().until(() -> stage().driver().calls("CreateSnapshot").size() > 24);
        allReady();
        for (int i = 0; i < 12; i++) {
            String name = "c-" + i;
            await().until(() -> stage().isReady(name));
            assertThat(stage().status(name).has("error")).isFalse();
        }
    }

    @Test
    void anExistingSnapshotIsAssumedReadyWithoutStatusCalls() throws Exception {
        stage().start();
        stage().add("c-1", "given");
        await().until(() -> stage().isReady("c-1"));
        assertThat(stage().status("c-1").path("snapshotHandle").asText()).isEqualTo("s-given");
        assertThat(stage().status("c-1").path("creationTime").asLong()).isPositive();
        assertThat(stage().driver().calls("CreateSnapshot")).isEmpty();
    }

    @Test
    void anExistingSnapshotIsReadWithTheSecretsOfItsClass() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS);
        stage().addClass(
                        Kinds.SNAPSHOT_CLASSES,
                        "secretive",
                        "{\"csi.storage.k8s.io/snapshotter-list-secret-name\":\"key-${volumesnapshotcontent.name}\","
                                + "\"csi.storage.k8s.io/snapshotter-list-secret-namespace\":\"vault\"}");
        stage().addSecret("vault", "key-c-1", "password", "xyz");
        answerLists();
        stage().start();
        stage().add("c-1", "given class=secretive");
        await().until(() -> stage().status("c-1").has("error"));
        assertThat(stage().status("c-1").path("error").path("message").asText())
                .isEqualTo("Failed to check and update snapshot content: failed to list snapshot for content c-1:"
                        + " \"can not find snapshot for snapshotID s-given\"");
        await().until(() -> stage().events("c-1").stream()
                .anyMatch(event -> event.startsWith("SnapshotContentCheckandUpdateFailed: ")));
        ready.put("s-given", true);
        await().until(() -> stage().isReady("c-1"));
        assertThat(stage().status("c-1").path("restoreSize").asLong()).isEqualTo(77);
        assertThat(stage().status("c-1").has("error")).isFalse();
        assertThat(stage().driver()
                        .<ListSnapshotsRequest>calls("ListSnapshots")
                        .getFirst()
                        .getSecretsMap())
                .isEqualTo(Map.of("password", "xyz"));
    }

    @Test
    void aMemberOfAGroupIsReadButNeverCreated() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.LIST_SNAPSHOTS);
        answerLists();
        ready.put("s-1", false);
        stage().addSecret("vault", "key", "password", "xyz");
        stage().start();
        stage().add("c-1", "taken member secret classless handle=s-1 group=g-1");
        await().until(() -> !stage().driver().calls("ListSnapshots").isEmpty());
        allReady();
        await().until(() -> stage().isReady("c-1"));
        assertThat(stage().driver().calls("CreateSnapshot")).isEmpty();
        assertThat(stage().driver()
                        .<ListSnapshotsRequest>calls("ListSnapshots")
                        .getFirst()
                        .getSecretsMap())
                .isEqualTo(Map.of("password", "xyz"));
    }

    @Test
    void aSlowSnapshotHoldsUpNoOther() throws Exception {
        AtomicInteger slow = new AtomicInteger();
        var finish = new CountDownLatch(1);
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            if (request.getName().endsWith("-slow") && slow.incrementAndGet() == 1) {
                try {
                    finish.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return taken(request, true);
        });
        stage().start();
        stage().add("slow", "taken");
        await().until(() -> slow.get() == 1);
        stage().add("quick", "taken");
        await().until(() -> stage().isReady("quick"));
        assertThat(stage().isReady("slow")).isFalse();
        finish.countDown();
        await().until(() -> stage().isReady("slow"));
    }
}
