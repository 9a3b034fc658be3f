package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.FakeDriver;
import io.grpc.Status;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class SnapshotSidecarControllerTest extends SnapshotterTestCase {
    @Test
    void aSnapshotIsTakenAndItsStateWritten() throws Exception {
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().isReady("c-1") && !stage().isMarked("c-1"));
        var status = stage().status("c-1");
        assertThat(status.path("snapshotHandle").asText()).isEqualTo("at-snapshot-11111111-2222-3333-4444-c-1");
        assertThat(status.path("creationTime").asLong()).isEqualTo(1_700_000_000_000_000_005L);
        assertThat(status.path("restoreSize").asLong()).isEqualTo(4096);
        CreateSnapshotRequest request =
                stage().driver().<CreateSnapshotRequest>calls("CreateSnapshot").getFirst();
        assertThat(request.getSourceVolumeId()).isEqualTo("volume-1");
        assertThat(request.getParametersMap()).isEmpty();
    }

    @Test
    void theContentIsMarkedWhileTheDriverIsAtIt() throws Exception {
        AtomicBoolean marked = new AtomicBoolean();
        stage().driver().on("CreateSnapshot", (CreateSnapshotRequest request) -> {
            marked.set(stage().isMarked("c-1"));
            return taken(request, true);
        });
        stage().start();
        stage().add("c-1", "taken");
        await().until(() -> stage().isReady("c-1"));
        assertThat(marked).isTrue();
    }

    @Test
    void secretsParametersAndMetadataReachTheDriver() throws Exception {
        stage().addClass(
                        Kinds.SNAPSHOT_CLASSES,
                        "rich",
                        "{\"speed\":\"high\",\"csi.storage.k8s.io/snapshotter-secret-name\":\"key\","
                                + "\"csi.storage.k8s.io/snapshotter-secret-namespace\":\"vault\"}");
        stage().addSecret("vault", "key", "password", "xyz");
        var usual = SnapshotterFixture.options();
        stage().start(new SnapshotterOptions(
                new SnapshotterOptions.Naming("snap", 8),
                usual.groups(),
                usual.timeout(),
                10,
                Duration.ZERO,
                usual.retryFirst(),
                usual.retryLongest(),
                true,
                ""));
        stage().add("c-1", "taken secret class=rich");
        await().until(() -> stage().isReady("c-1"));
        CreateSnapshotRequest request =
                stage().driver().<CreateSnapshotRequest>calls("CreateSnapshot").getFirst();
        assertThat(request.getName()).isEqualTo("snap-11111111");
        assertThat(request.getSecretsMap()).containsExactlyEntriesOf(Map.of("password", "xyz"));
        assertThat(request.getParametersMap())
                .containsOnly(
                        Map.entry("speed", "high"),
                        Map.entry("csi.storage.k8s.io/volumesnapshot/name", "shot"),
                        Map.entry("csi.storage.k8s.io/volumesnapshot/namespace", "default"),
                        Map.entry("csi.storage.k8s.io/volumesnapshotcontent/name", "c-1"));
    }

    @Test
    void aDeletedSnapshotTakesItsContentWithIt() throws Exception {
        stage().add("c-1", "taken handle=s-1 ready");
        stage().start();
        stage().unwant(Kinds.SNAPSHOT_CONTENTS, "c-1");
        await().until(() -> stage().isGone("c-1"));
        assertThat(stage().driver().<DeleteSnapshotRequest>calls("DeleteSnapshot"))
                .singleElement()
                .satisfies(request -> assertThat(request.getSnapshotId()).isEqualTo("s-1"));
    }

    @Test
    void whatIsRetainedStaysAtTheDriver() throws Exception {
        stage().add("c-1", "taken retain handle=s-1 ready deleting unwanted");
        stage().add("c-2", "taken member handle=s-2 group=g-1 ready deleting unwanted");
        stage().start();
        await().until(() -> stage().isGone("c-1") && stage().isGone("c-2"));
        assertThat(stage().driver().calls("DeleteSnapshot")).isEmpty();
    }

    @Test
    void contentsOfOtherDriversAreLeftAlone() throws Exception {
        stage().start();
        stage().add("c-1", "taken driver=other");
        stage().add("c-2", "taken");
        await().until(() -> stage().isReady("c-2"));
        assertThat(stage().get("c-1").has("status")).isFalse();
        assertThat(stage().driver().calls("CreateSnapshot")).hasSize(1);
    }

    @Test
    void onANodeOnlyItsOwnContentsAreReconciled() throws Exception {
        var usual = SnapshotterFixture.options();
        var actor = stage().start(new SnapshotterOptions(
                usual.snapshots(),
                usual.groups(),
                usual.timeout(),
                10,
                Duration.ofMillis(100),
                usual.retryFirst(),
                usual.retryLongest(),
                false,
                "n-1"));
        stage().add("c-1", "taken node=n-2");
        stage().add("c-2", "taken node=n-1");
        await().until(() -> stage().isReady("c-2"));
        assertThat(stage().driver().calls("CreateSnapshot")).hasSize(1);
        assertThat(actor.roleContext().informers().of(Kinds.SNAPSHOT_CONTENTS).all())
                .hasSize(1);
        assertThat(actor.snapshotSidecarController().leaseName()).isEmpty();
    }

    @Test
    void theLeaseIsThatOfTheProgramItReplaces() throws Exception {
        assertThat(stage().start().snapshotSidecarController().leaseName())
                .isEqualTo("external-snapshotter-leader-" + FakeDriver.NAME);
    }

    @Test
    void aDriverWithoutSnapshotsEndsTheProcess() throws Exception {
        stage().driver().controller();
        RoleContext context = server().shared(stage().driver());
        AtomicReference<String> why = new AtomicReference<>("");
        RoleContext watched = new RoleContext(
                context.driver(),
                context.api(),
                context.informers(),
                context.events(),
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                context.gates(),
                context.namespace(),
                why::set);
        try (SnapshotSidecarController snapshotSidecarController =
                new SnapshotSidecarController(watched, SnapshotterFixture.options())) {
            snapshotSidecarController.start();
        } finally {
            context.driver().close();
            context.events().close();
        }
        assertThat(why.get()).contains(FakeDriver.NAME + " does not support ControllerCreateSnapshot");
    }

    @Test
    void aContentWrittenByHandIsAdoptedByTheNodeThatHasItsSnapshot() throws Exception {
        stage().driver().controller(RPC.Type.CREATE_DELETE_SNAPSHOT, RPC.Type.GET_SNAPSHOT);
        stage().driver().on("GetSnapshot", _ -> {
            throw Status.NOT_FOUND.asRuntimeException();
        });
        var usual = SnapshotterFixture.options();
        stage().start(new SnapshotterOptions(
                usual.snapshots(),
                usual.groups(),
                usual.timeout(),
                10,
                Duration.ZERO,
                usual.retryFirst(),
                usual.retryLongest(),
                false,
                "n1"));
        stage().add("c-1", "given");
        await().until(() -> !stage().driver().calls("GetSnapshot").isEmpty());
        assertThat(stage().isReady("c-1")).isFalse();
        stage().driver()
                .on(
                        "GetSnapshot",
                        (GetSnapshotRequest request) -> GetSnapshotResponse.newBuilder()
                                .setSnapshot(Snapshot.newBuilder()
                                        .setSnapshotId(request.getSnapshotId())
                                        .setReadyToUse(true))
                                .build());
        stage().add("c-2", "given");
        await().until(() -> stage().isReady("c-2"));
        assertThat(stage().get("c-2")
                        .path("metadata")
                        .path("labels")
                        .path(SnapshotMetadataKeys.MANAGED_BY)
                        .asText())
                .isEqualTo("n1");
        assertThat(stage().get("c-1").path("metadata").path("labels").has(SnapshotMetadataKeys.MANAGED_BY))
                .isFalse();
    }
}
