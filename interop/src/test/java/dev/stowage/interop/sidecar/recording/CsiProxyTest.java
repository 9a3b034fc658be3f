package dev.stowage.interop.sidecar.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsiProxyTest {

    @TempDir
    private Path directory;

    private final AtomicInteger deleted = new AtomicInteger();
    private final Transcript transcript = new Transcript();
    private final FaultInjection faultInjection = new FaultInjection();
    private SocketServer driver;
    private CsiProxy proxy;
    private SocketClient client;
    private ControllerGrpc.ControllerBlockingStub stub;

    @BeforeEach
    void start() throws IOException {
        CsiEndpoint behind = new CsiEndpoint(directory.resolve("driver.sock"));
        CsiEndpoint before = new CsiEndpoint(directory.resolve("proxy.sock"));
        driver = SocketServer.start(behind, ServerOptions.defaults(), List.of(new Deleting()));
        proxy = new CsiProxy(before, behind, transcript, faultInjection, Set.of());
        client = SocketClient.connect(before, ClientOptions.defaults().withWaitForReady(true));
        stub = ControllerGrpc.newBlockingStub(client.channel());
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        driver.close();
    }

    @Test
    void callsArePassedOnAndToldWithoutTheirSecrets() {
        delete();
        assertThat(deleted).hasValue(1);
        assertThat(text())
                .isEqualTo("csi DeleteVolume -> OK\n    secrets.word = \"***stripped***\"\n    volume_id = \"v\"\n");
    }

    @Test
    void questionsArePassedOnAndNotTold() {
        assertThat(stub.getCapacity(GetCapacityRequest.getDefaultInstance()).getAvailableCapacity())
                .isEqualTo(7);
        assertThat(text()).isEmpty();
    }

    @Test
    void callCanFailBeforeTheDriverHearsOfItAndAfterItHasDoneIt() {
        faultInjection.plan("DeleteVolume", 1, Moment.BEFORE, new Fault.ReturnStatus(Status.UNAVAILABLE));
        faultInjection.plan("DeleteVolume", 2, Moment.AFTER, new Fault.ReturnStatus(Status.DEADLINE_EXCEEDED));
        assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(this::delete);
        assertThat(deleted).hasValue(0);
        assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(this::delete);
        assertThat(deleted).hasValue(1);
        assertThat(text()).contains("DeleteVolume -> UNAVAILABLE").contains("DeleteVolume -> DEADLINE_EXCEEDED");
    }

    private void delete() {
        stub.deleteVolume(DeleteVolumeRequest.newBuilder()
                .setVolumeId("v")
                .putSecrets("word", "hidden")
                .build());
    }

    private String text() {
        return transcript.text(new TranscriptNormalizer(Map.of()));
    }

    private final class Deleting extends ControllerGrpc.ControllerImplBase {
        @Override
        public void deleteVolume(DeleteVolumeRequest request, StreamObserver<DeleteVolumeResponse> answers) {
            deleted.incrementAndGet();
            answers.onNext(DeleteVolumeResponse.getDefaultInstance());
            answers.onCompleted();
        }

        @Override
        public void getCapacity(GetCapacityRequest request, StreamObserver<GetCapacityResponse> answers) {
            answers.onNext(
                    GetCapacityResponse.newBuilder().setAvailableCapacity(7).build());
            answers.onCompleted();
        }
    }
}
