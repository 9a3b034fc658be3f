package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GetSnapshotRequest;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.GroupControllerGrpc.GroupControllerBlockingStub;
import dev.stowage.csi.v1.ListSnapshotsRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.NewGroupSnapshot;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Snapshots in use, and snapshots that never become ready. Over a real socket, without mounts.
final class SnapshotCallsTest {

    @TempDir
    private Path scratch;

    private final TestDriver driver = new TestDriver();
    private AutoCloseable open = () -> {};
    private ControllerBlockingStub controller;
    private GroupControllerBlockingStub groups;

    /// Volumes and snapshots in memory; a restore and a deletion take as long as the test wants.
    private static final class TestDriver implements Volumes, Snapshots, GroupSnapshots {
        private final List<SnapshotId> deleted = new CopyOnWriteArrayList<>();
        private final CountDownLatch restoring = new CountDownLatch(1);
        private final CountDownLatch mayRestore = new CountDownLatch(1);
        private volatile boolean isLost;

        @Override
        public Volume create(NewVolume wanted) {
            return Volume.of(wanted.id());
        }

        @Override
        public void delete(VolumeId id, Secrets secrets) {}

        @Override
        public Volume restore(NewVolume wanted, Snapshot from) {
            restoring.countDown();
            try {
                assertThat(mayRestore.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Volume.of(wanted.id());
        }

        @Override
        public Snapshot createSnapshot(NewSnapshot wanted) {
            return Snapshot.of(wanted.id(), wanted.of(), Bytes.mebi(1), Instant.EPOCH)
                    .ready(!isLost);
        }

        @Override
        public Snapshot refresh(Snapshot known) throws CsiException {
            throw new CsiException(CsiCode.INTERNAL, "the pool is full");
        }

        @Override
        public void deleteSnapshot(SnapshotId id, Secrets secrets) {
            deleted.add(id);
        }

        @Override
        public GroupSnapshot createGroupSnapshot(NewGroupSnapshot wanted) {
            List<Snapshot> members = wanted.members().entrySet().stream()
                    .map(member -> Snapshot.of(member.getValue(), member.getKey(), Bytes.mebi(1), Instant.EPOCH))
                    .toList();
            return new GroupSnapshot(wanted.id(), members, Instant.EPOCH);
        }
    }

    @BeforeEach
    void start() throws Exception {
        CsiEndpoint endpoint = new CsiEndpoint(scratch.resolve("csi.sock"));
        SocketServer server = Driver.named("test.example.com")
                .records(scratch.resolve("records"))
                .part(driver)
                .start(endpoint, ServerOptions.defaults());
        SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults());
        open = () -> {
            client.close();
            server.close();
        };
        controller = ControllerGrpc.newBlockingStub(client.channel());
        groups = GroupControllerGrpc.newBlockingStub(client.channel());
    }

    @AfterEach
    void close() throws Exception {
        driver.mayRestore.countDown();
        open.close();
    }

    private static CreateVolumeRequest volume(String name) {
        var request = CreateVolumeRequest.newBuilder().setName(name);
        request.addVolumeCapabilitiesBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        request.getVolumeCapabilitiesBuilder(0).getMountBuilder();
        return request.build();
    }

    private String made(String name) {
        return controller.createVolume(volume(name)).getVolume().getVolumeId();
    }

    private CreateVolumeRequest restored(String name, String snapshot) {
        var request = volume(name).toBuilder();
        request.getVolumeContentSourceBuilder().getSnapshotBuilder().setSnapshotId(snapshot);
        return request.build();
    }

    private static Status failure(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
        return ((StatusRuntimeException) thrown).getStatus();
    }

    @Test
    void aGroupIsNotDeletedWhileAVolumeIsRestoredFromAMember() throws Exception {
        VolumeGroupSnapshot group = groups.createVolumeGroupSnapshot(CreateVolumeGroupSnapshotRequest.newBuilder()
                        .setName("group")
                        .addSourceVolumeIds(made("a"))
                        .addSourceVolumeIds(made("b"))
                        .build())
                .getGroupSnapshot();
        DeleteVolumeGroupSnapshotRequest deletion = DeleteVolumeGroupSnapshotRequest.newBuilder()
                .setGroupSnapshotId(group.getGroupSnapshotId())
                .build();
        String member = group.getSnapshots(1).getSnapshotId();
        CompletableFuture<String> restore = CompletableFuture.supplyAsync(
                () -> controller.createVolume(restored("c", member)).getVolume().getVolumeId());
        assertThat(driver.restoring.await(60, TimeUnit.SECONDS)).isTrue();

        Status refused = failure(() -> groups.deleteVolumeGroupSnapshot(deletion));

        assertThat(refused.getCode()).isEqualTo(Status.Code.ABORTED);
        assertThat(driver.deleted).isEmpty();
        driver.mayRestore.countDown();
        assertThat(restore.get(60, TimeUnit.SECONDS)).isNotEmpty();
        groups.deleteVolumeGroupSnapshot(deletion);
        assertThat(driver.deleted).hasSize(2);
    }

    @Test
    void aSnapshotThatWillNeverBeReadyIsReportedAndCanBeDeleted() {
        driver.isLost = true;
        CreateSnapshotRequest request = CreateSnapshotRequest.newBuilder()
                .setName("s")
                .setSourceVolumeId(made("a"))
                .build();

        Status answer = failure(() -> controller.createSnapshot(request));

        assertThat(answer.getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(answer.getDescription()).contains("the pool is full");
        var listed = controller.listSnapshots(ListSnapshotsRequest.getDefaultInstance());
        assertThat(listed.getEntriesList())
                .singleElement()
                .matches(entry -> !entry.getSnapshot().getReadyToUse());
        String id = listed.getEntries(0).getSnapshot().getSnapshotId();
        assertThat(failure(() -> controller.getSnapshot(GetSnapshotRequest.newBuilder()
                                .setSnapshotId(id)
                                .build()))
                        .getDescription())
                .contains("the pool is full");
        assertThat(failure(() -> controller.createVolume(restored("c", id))).getDescription())
                .contains("the pool is full");
        controller.deleteSnapshot(
                DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build());
        assertThat(driver.deleted).hasSize(1);
        assertThat(controller
                        .listSnapshots(ListSnapshotsRequest.getDefaultInstance())
                        .getEntriesList())
                .isEmpty();
    }
}
