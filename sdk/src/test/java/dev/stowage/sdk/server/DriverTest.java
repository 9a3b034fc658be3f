package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a driver is built, and how configuration errors are reported. Over a real socket, without mounts.
final class DriverTest {

    @TempDir
    private Path scratch;

    private CsiEndpoint endpoint = new CsiEndpoint(Path.of("/nowhere"));
    private AutoCloseable open = () -> {};

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(scratch.resolve("csi.sock"));
    }

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    /// A driver whose volume creation a test defines.
    private interface Making extends Volumes {
        @Override
        default void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {}
    }

    private SocketClient start(Driver driver) throws IOException {
        SocketServer server = driver.start(endpoint, ServerOptions.defaults());
        SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults());
        open = () -> {
            client.close();
            server.close();
        };
        return client;
    }

    private Driver recorded(Object part) {
        return Driver.named("test.example.com")
                .records(scratch.resolve("records"))
                .part(part);
    }

    private static CreateVolumeRequest request() {
        var request = CreateVolumeRequest.newBuilder().setName("pvc-1").putSecrets("password", "hunter22");
        request.addVolumeCapabilitiesBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        request.getVolumeCapabilitiesBuilder(0).getMountBuilder();
        return request.build();
    }

    private static Status failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(call);
        assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
        return ((StatusRuntimeException) thrown).getStatus();
    }

    @Test
    void whatIsNotImplementedIsNeitherDeclaredNorServed() throws Exception {
        Making volumes = wanted -> Volume.of(wanted.id());
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes)).channel());
        assertThat(failure(() -> controller.getCapacity(dev.stowage.csi.v1.GetCapacityRequest.getDefaultInstance()))
                        .getCode())
                .isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(controller
                        .controllerGetCapabilities(
                                dev.stowage.csi.v1.ControllerGetCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList())
                .extracting(capability -> capability.getRpc().getType().name())
                .containsExactlyInAnyOrder("CREATE_DELETE_VOLUME", "LIST_VOLUMES", "GET_VOLUME");
    }

    @Test
    void anUncaughtExceptionIsInternalAndLeaksNoSecret() throws Exception {
        Making volumes = wanted -> {
            throw new IllegalStateException("cannot log in with hunter22");
        };
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes)).channel());
        Status status = failure(() -> controller.createVolume(request()));
        assertThat(status.getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(status.getDescription()).isNotEmpty().doesNotContain("hunter22");
    }

    @Test
    void aRefusalKeepsItsCodeAndWordsButLosesItsSecrets() throws Exception {
        Making volumes = wanted -> {
            throw CsiException.resourceExhausted("no room for hunter22 in pool p1");
        };
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes)).channel());
        Status status = failure(() -> controller.createVolume(request()));
        assertThat(status.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(status.getDescription()).contains("in pool p1").doesNotContain("hunter22");
    }

    @Test
    void aDriverThatMakesLessThanItWasAskedForIsCaughtAndUndone() throws Exception {
        AtomicBoolean undone = new AtomicBoolean();
        Volumes mean = new Volumes() {
            @Override
            public Volume create(NewVolume wanted) {
                return Volume.of(wanted.id()).capacity(Bytes.of(1));
            }

            @Override
            public void delete(VolumeId id, Secrets secrets) {
                undone.set(true);
            }
        };
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(mean)).channel());
        var big = request().toBuilder();
        big.getCapacityRangeBuilder().setRequiredBytes(1 << 20);
        assertThat(failure(() -> controller.createVolume(big.build())).getDescription())
                .contains("with 1B instead of at least 1MiB");
        assertThat(undone).isTrue();
        assertThat(controller
                        .listVolumes(ListVolumesRequest.getDefaultInstance())
                        .getEntriesList())
                .isEmpty();
    }

    @Test
    void theSecondCallForAVolumeIsAbortedWhileTheFirstRuns() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Making slow = wanted -> {
            inside.countDown();
            await().until(() -> leave.await(60, TimeUnit.SECONDS));
            return Volume.of(wanted.id());
        };
        SocketClient client = start(recorded(slow));
        var first = ControllerGrpc.newFutureStub(client.channel()).createVolume(request());
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        ControllerBlockingStub second = ControllerGrpc.newBlockingStub(client.channel());
        assertThat(failure(() -> second.createVolume(request())).getCode()).isEqualTo(Status.Code.ABORTED);
        String id = VolumeId.of("pvc-1").value();
        assertThat(failure(() -> second.deleteVolume(
                                DeleteVolumeRequest.newBuilder().setVolumeId(id).build()))
                        .getCode())
                .isEqualTo(Status.Code.ABORTED);
        leave.countDown();
        assertThat(first.get(60, TimeUnit.SECONDS).getVolume().getVolumeId()).isEqualTo(id);
    }

    @Test
    void aClientThatGoesAwayInterruptsTheWork() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Making hanging = wanted -> {
            inside.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                Thread.currentThread().interrupt();
            }
            throw new IOException("interrupted");
        };
        SocketClient client = start(recorded(hanging));
        var call = ControllerGrpc.newFutureStub(client.channel()).createVolume(request());
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        call.cancel(true);
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        // and the lock is released
        await().until(() -> failure(() -> ControllerGrpc.newBlockingStub(client.channel())
                        .withDeadlineAfter(1, TimeUnit.SECONDS)
                        .createVolume(request()))
                .getCode()
                .equals(Status.Code.DEADLINE_EXCEEDED));
    }

    @Test
    void aRawServiceTakesThePlaceOfTheBases() throws Exception {
        Making volumes = wanted -> Volume.of(wanted.id());
        SocketClient client = start(recorded(volumes).service(new IdentityGrpc.IdentityImplBase() {
            @Override
            public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> caller) {
                caller.onNext(GetPluginInfoResponse.newBuilder().setName("raw").build());
                caller.onCompleted();
            }
        }));
        var identity = IdentityGrpc.newBlockingStub(client.channel());
        assertThat(identity.getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                        .getName())
                .isEqualTo("raw");
        assertThat(failure(() -> identity.probe(ProbeRequest.getDefaultInstance()))
                        .getCode())
                .isEqualTo(Status.Code.UNIMPLEMENTED);
    }

    @Test
    void aServiceThatIsNotServedIsUnimplementedButStillDeclared() throws Exception {
        Making volumes = wanted -> Volume.of(wanted.id());
        SocketClient client = start(recorded(volumes).node("n1").serve(Set.of(Driver.CsiService.NODE)));
        assertThat(failure(() ->
                                ControllerGrpc.newBlockingStub(client.channel()).createVolume(request()))
                        .getCode())
                .isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(NodeGrpc.newBlockingStub(client.channel())
                        .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
                        .getNodeId())
                .isEqualTo("n1");
        assertThat(IdentityGrpc.newBlockingStub(client.channel())
                        .getPluginCapabilities(dev.stowage.csi.v1.GetPluginCapabilitiesRequest.getDefaultInstance())
                        .getCapabilitiesList())
                .extracting(capability -> capability.getService().getType().name())
                .containsExactly("CONTROLLER_SERVICE");
    }

    @Test
    void twoObjectsWithOneRoleAreRefusedAtTheStart() {
        Making one = wanted -> Volume.of(wanted.id());
        Making other = wanted -> Volume.of(wanted.id());
        assertThatThrownBy(() -> recorded(one).part(other).start(endpoint, ServerOptions.defaults()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the role Volumes");
    }

    @Test
    void aMissingInventoryIsRefusedAtTheStart() {
        Making volumes = wanted -> Volume.of(wanted.id());
        assertThatThrownBy(
                        () -> Driver.named("test.example.com").part(volumes).start(endpoint, ServerOptions.defaults()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no inventory of volumes");
    }

    @Test
    void aNameThatIsNoDomainNameIsRefusedAtTheStart() {
        for (String name : new String[] {"", "a b", "-a", "a".repeat(64), "a/b", "a_"}) {
            assertThatThrownBy(() -> Driver.named(name).start(endpoint, ServerOptions.defaults()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("invalid driver name");
        }
    }

    @Test
    void aVolumeOutsideTheRequestedTopologyIsRefused() throws Exception {
        Making volumes = wanted -> Volume.of(wanted.id());
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes).topology(new Topology(Map.of("node", "n1"))))
                        .channel());
        var elsewhere = request().toBuilder();
        elsewhere.getAccessibilityRequirementsBuilder().addRequisiteBuilder().putSegments("node", "n2");
        assertThat(failure(() -> controller.createVolume(elsewhere.build())).getCode())
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(controller
                        .createVolume(request())
                        .getVolume()
                        .getAccessibleTopology(0)
                        .getSegmentsMap())
                .containsEntry("node", "n1");
    }

    @Test
    void aDriverOfSeveralTopologiesSaysWhereEachVolumeIs() throws Exception {
        Topology one = new Topology(Map.of("zone", "z1"));
        Topology two = new Topology(Map.of("zone", "z2"));
        Making volumes = wanted -> Volume.of(wanted.id()).accessibleFrom(List.of(two));
        ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(
                start(recorded(volumes).topology(one).volumeTopologies(List.of(one, two)))
                        .channel());
        assertThat(controller.createVolume(in("z2")).getVolume().getAccessibleTopologyList())
                .singleElement()
                .satisfies(place -> assertThat(place.getSegmentsMap()).containsOnly(Map.entry("zone", "z2")));
        assertThat(failure(() -> controller.createVolume(in("z1"))).getCode())
                .as("it exists in the other zone")
                .isEqualTo(Status.Code.ALREADY_EXISTS);
        assertThat(failure(() -> controller.createVolume(in("z3"))).getCode())
                .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    private static CreateVolumeRequest in(String zone) {
        var request = request().toBuilder();
        request.getAccessibilityRequirementsBuilder().addRequisiteBuilder().putSegments("zone", zone);
        return request.build();
    }
}
