package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ServerDrainTest {

    @TempDir
    private Path directory;

    private CsiEndpoint endpoint = new CsiEndpoint(Path.of("/unset"));
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
    }

    @Test
    void runningCallFinishesBeforeTheServerEnds() throws Exception {
        try (var server = startBlocking(Duration.ofSeconds(30));
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            var answer = ControllerGrpc.newFutureStub(client.channel()).deleteVolume(request());
            arrived.await();

            Thread closing = Thread.ofVirtual().start(server::close);
            // The socket goes first: a successor can start while the old server still works.
            await().until(() -> !endpoint.socket().toFile().exists());
            assertThat(closing.isAlive()).isTrue();
            assertThat(answer.isDone()).isFalse();

            released.countDown();
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(DeleteVolumeResponse.getDefaultInstance());
            assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
        }
    }

    @Test
    void callThatOutlastsTheDrainIsCancelled() throws Exception {
        var server = startBlocking(Duration.ZERO);
        try (var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            var answer = ControllerGrpc.newFutureStub(client.channel()).deleteVolume(request());
            arrived.await();

            server.close();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                    .satisfies(e -> assertThat(StatusCodes.of(e))
                            .hasValueSatisfying(status ->
                                    assertThat(status.getCode()).isIn(Status.Code.UNAVAILABLE, Status.Code.CANCELLED)));
        } finally {
            released.countDown();
            server.close();
        }
    }

    private SocketServer startBlocking(Duration drain) throws IOException {
        return SocketServer.start(
                endpoint, ServerOptions.defaults().withDrain(drain), TestPlugin.deleting((_, answer) -> {
                    arrived.countDown();
                    try {
                        released.await();
                        TestPlugin.succeed(answer);
                    } catch (InterruptedException e) {
                        answer.onError(Status.CANCELLED.asRuntimeException());
                    }
                }));
    }

    private static DeleteVolumeRequest request() {
        return DeleteVolumeRequest.newBuilder().setVolumeId("v1").build();
    }
}
