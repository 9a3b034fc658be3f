package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// How a driver is built, and how configuration errors are reported. Over a real socket, without mounts.
final class DriverTest extends DriverFixture {

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
    void theVolumeOfAnotherDriverIsDeletedAlthoughItHasNoRecord() throws Exception {
        List<String> deleted = new CopyOnWriteArrayList<>();
        Volumes volumes = new Making() {
            @Override
            public Volume create(NewVolume wanted) {
                return Volume.of(wanted.id());
            }

            @Override
            public void delete(VolumeId id, Secrets secrets) {
                deleted.add(id.handle());
            }
        };
        ControllerBlockingStub controller =
                ControllerGrpc.newBlockingStub(start(recorded(volumes)).channel());

        for (String handle : List.of("nas#export#db#pvc-1#", "unknown")) {
            assertThat(controller.deleteVolume(
                            DeleteVolumeRequest.newBuilder().setVolumeId(handle).build()))
                    .isNotNull();
        }

        assertThat(deleted).containsExactly("nas#export#db#pvc-1#");
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
}
