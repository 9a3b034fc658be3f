package dev.stowage.driver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.linux.mount.Mounts;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One controller for two zones, and a node in each; every node opens only what is in its zone.
final class ZonesTest {

    private static final String KEY = "topology.kubernetes.io/zone";
    private static final Topology A = zone("a");
    private static final Topology B = zone("b");
    private static final VolumeCapability ONE_WRITER = capability();

    private ScratchDirectory scratch;
    private LocalDriverProcess controllerProcess;
    private SocketClient client;
    private ControllerGrpc.ControllerBlockingStub controller;

    private static Topology zone(String name) {
        return Topology.newBuilder().putSegments(KEY, name).build();
    }

    private static VolumeCapability capability() {
        var capability = VolumeCapability.newBuilder();
        capability.getMountBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        return capability.build();
    }

    private static SocketClient connect(LocalDriverProcess driver) {
        return SocketClient.connect(
                new CsiEndpoint(driver.socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(90)));
    }

    @BeforeEach
    void start() throws IOException {
        scratch = ScratchDirectory.make();
        disk("a", 128);
        disk("b", 512);
        Files.writeString(config(), """
                {"pools": [
                  {"name": "a", "backend": "image", "directory": "%1$s/a/pool", "ownPool": false, "lowWater": "8Mi",
                   "topology": {"topology.kubernetes.io/zone": "a"}},
                  {"name": "b", "backend": "image", "directory": "%1$s/b/pool", "ownPool": false, "lowWater": "8Mi",
                   "topology": {"topology.kubernetes.io/zone": "b"}}
                ]}""".formatted(scratch.path()));
        controllerProcess = LocalDriverProcess.start(
                scratch.directory("controller"), List.of("--services=controller", "--attach", "--config=" + config()));
        client = connect(controllerProcess);
        controller = ControllerGrpc.newBlockingStub(client.channel());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        controllerProcess.close();
        scratch.unmount();
        scratch.close();
    }

    /// Of its own, so that one zone can be full.
    private void disk(String zone, int mebibytes) throws IOException {
        Mounts.system().mount("tmpfs", scratch.directory(zone), "tmpfs", Set.of(), "size=" + mebibytes + "m");
        Files.createDirectory(scratch.path().resolve(zone).resolve("pool"));
    }

    private Path config() {
        return scratch.path().resolve("pools.json");
    }

    private LocalDriverProcess node(String zone) throws IOException {
        return LocalDriverProcess.start(
                scratch.directory("node-" + zone),
                List.of(
                        "--services=node",
                        "--node-id=node-" + zone,
                        "--topology=" + KEY + "=" + zone,
                        "--attach",
                        "--config=" + config()));
    }

    private static CreateVolumeRequest.Builder wanted(String name, int mebibytes, Topology... requisite) {
        var request = CreateVolumeRequest.newBuilder().setName(name).addVolumeCapabilities(ONE_WRITER);
        request.getCapacityRangeBuilder().setRequiredBytes((long) mebibytes << 20);
        request.getAccessibilityRequirementsBuilder().addAllRequisite(List.of(requisite));
        return request;
    }

    private Volume create(CreateVolumeRequest.Builder request) {
        return controller.createVolume(request.build()).getVolume();
    }

    private static void refused(Status.Code code, ThrowingCallable call) {
        StatusRuntimeException refusal = catchThrowableOfType(StatusRuntimeException.class, call);
        assertThat(refusal).isNotNull();
        assertThat(refusal.getStatus().getCode()).as(refusal.getMessage()).isEqualTo(code);
    }

    @Test
    void aVolumeIsInTheFirstPreferredZoneThatHasRoom() {
        var request = wanted("preferred", 16, A, B);
        request.getAccessibilityRequirementsBuilder().addPreferred(B).addPreferred(A);
        assertThat(create(request).getAccessibleTopologyList()).containsExactly(B);

        var large = wanted("large", 80, A, B);
        large.getAccessibilityRequirementsBuilder().addPreferred(A).addPreferred(B);
        assertThat(create(large).getAccessibleTopologyList()).containsExactly(A);
        var next = wanted("next", 80, A, B);
        next.getAccessibilityRequirementsBuilder().addPreferred(A).addPreferred(B);
        assertThat(create(next).getAccessibleTopologyList())
                .as("zone a is full")
                .containsExactly(B);
        refused(Status.Code.RESOURCE_EXHAUSTED, () -> create(wanted("full", 80, A)));
        refused(Status.Code.RESOURCE_EXHAUSTED, () -> create(wanted("nowhere", 16, zone("c"))));
    }

    @Test
    void aRepeatWithAnotherTopologyIsNotTheSameVolume() {
        Volume made = create(wanted("db", 16, B));
        assertThat(create(wanted("db", 16, A, B))).isEqualTo(made);
        refused(Status.Code.ALREADY_EXISTS, () -> create(wanted("db", 16, A)));
        assertThat(controller
                        .controllerGetVolume(ControllerGetVolumeRequest.newBuilder()
                                .setVolumeId(made.getVolumeId())
                                .build())
                        .getVolume()
                        .getAccessibleTopologyList())
                .containsExactly(B);
    }

    @Test
    void capacityIsThatOfTheZone() {
        long a = capacity(A);
        long b = capacity(B);
        assertThat(a).isPositive().isLessThan(b);
        assertThat(capacity(zone("c"))).isZero();
        assertThat(capacity(Topology.getDefaultInstance())).isEqualTo(a + b);
        create(wanted("db", 64, A));
        assertThat(capacity(A)).isLessThanOrEqualTo(a - (64 << 20));
        assertThat(capacity(B)).isEqualTo(b);
    }

    private long capacity(Topology at) {
        return controller
                .getCapacity(GetCapacityRequest.newBuilder()
                        .setAccessibleTopology(at)
                        .build())
                .getAvailableCapacity();
    }

    @Test
    void copiesStayInTheZoneOfTheirSource() {
        String source = create(wanted("source", 16, B)).getVolumeId();
        var snapshot = CreateSnapshotRequest.newBuilder().setName("snap").setSourceVolumeId(source);
        var elsewhere = snapshot.clone().setName("elsewhere");
        elsewhere.getAccessibilityRequirementsBuilder().addRequisite(A);
        refused(Status.Code.RESOURCE_EXHAUSTED, () -> controller.createSnapshot(elsewhere.build()));
        var taken = controller.createSnapshot(snapshot.build()).getSnapshot();
        assertThat(taken.getAccessibleTopologyList()).containsExactly(B);

        var restored = wanted("restored", 16, A, B);
        restored.getVolumeContentSourceBuilder().getSnapshotBuilder().setSnapshotId(taken.getSnapshotId());
        restored.getAccessibilityRequirementsBuilder().addPreferred(A);
        assertThat(create(restored).getAccessibleTopologyList()).containsExactly(B);
        refused(
                Status.Code.RESOURCE_EXHAUSTED,
                () -> create(restored.clone()
                        .setName("refused")
                        .setAccessibilityRequirements(wanted("", 0, A).getAccessibilityRequirements())));

        var clone = wanted("clone", 16, A);
        clone.getVolumeContentSourceBuilder().getVolumeBuilder().setVolumeId(source);
        refused(Status.Code.RESOURCE_EXHAUSTED, () -> create(clone));
    }

    @Test
    void aVolumeIsAttachedOnlyToANodeOfItsZone() throws Exception {
        try (LocalDriverProcess a = node("a");
                LocalDriverProcess b = node("b");
                SocketClient toB = connect(b)) {
            assertThat(a.isAlive()).isTrue();
            assertThat(NodeGrpc.newBlockingStub(toB.channel())
                            .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                            .getAccessibleTopology())
                    .isEqualTo(B);
            try (var opened = Files.list(b.data().resolve("notes"))) {
                assertThat(opened.map(Path::getFileName)).contains(Path.of("b")).doesNotContain(Path.of("a"));
            }
            String volume = create(wanted("db", 16, A)).getVolumeId();
            refused(Status.Code.INVALID_ARGUMENT, () -> attach(volume, "node-b"));
            refused(Status.Code.NOT_FOUND, () -> attach(volume, "node-c"));
            attach(volume, "node-a");
            refused(
                    Status.Code.FAILED_PRECONDITION,
                    () -> controller.deleteVolume(
                            DeleteVolumeRequest.newBuilder().setVolumeId(volume).build()));
            controllerProcess.restart();
            var detach = ControllerUnpublishVolumeRequest.newBuilder()
                    .setVolumeId(volume)
                    .setNodeId("node-a")
                    .build();
            controller.controllerUnpublishVolume(detach);
            controller.controllerUnpublishVolume(detach);
            controller.deleteVolume(
                    DeleteVolumeRequest.newBuilder().setVolumeId(volume).build());
        }
    }

    @Test
    void theOtherZoneIsServedWhileTheDiskOfOneIsMissing() throws Exception {
        try (LocalDriverProcess a = node("a")) {
            assertThat(a.isAlive()).isTrue();
            String away = create(wanted("away", 16, A)).getVolumeId();
            attach(away, "node-a");
            controllerProcess.kill();
            a.kill();
            Path pool = scratch.path().resolve("a/pool");
            Files.move(pool, scratch.path().resolve("a/elsewhere"));
            controllerProcess.restart();

            refused(Status.Code.UNAVAILABLE, () -> create(wanted("new", 16, A)));
            var detach = ControllerUnpublishVolumeRequest.newBuilder()
                    .setVolumeId(away)
                    .build();
            refused(Status.Code.UNAVAILABLE, () -> controller.controllerUnpublishVolume(detach));
            var either = wanted("either", 16, A, B);
            either.getAccessibilityRequirementsBuilder().addPreferred(A);
            assertThat(create(either).getAccessibleTopologyList()).containsExactly(B);
            assertThat(pool).doesNotExist();

            controllerProcess.kill();
            Files.move(scratch.path().resolve("a/elsewhere"), pool);
            controllerProcess.restart();
            refused(
                    Status.Code.FAILED_PRECONDITION,
                    () -> controller.deleteVolume(
                            DeleteVolumeRequest.newBuilder().setVolumeId(away).build()));
            controller.controllerUnpublishVolume(detach);
            controller.deleteVolume(
                    DeleteVolumeRequest.newBuilder().setVolumeId(away).build());
        }
    }

    private void attach(String volume, String node) {
        controller.controllerPublishVolume(ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(volume)
                .setNodeId(node)
                .setVolumeCapability(ONE_WRITER)
                .build());
    }
}
