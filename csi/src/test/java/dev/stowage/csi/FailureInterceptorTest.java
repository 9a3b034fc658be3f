package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class FailureInterceptorTest {

    private static final String SECRET = "correct-horse-battery-staple";

    @TempDir
    private Path directory;

    @Test
    void exceptionIsAnsweredInternalAndItsMessageStaysOutOfAnswerAndLog() throws IOException {
        try (var log = new CapturedLog(Level.FINEST)) {
            var failure = failureOf((request, _) -> {
                throw new IllegalStateException("bad password " + request.getSecretsOrThrow("password"));
            });

            assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
            assertThat(failure.getStatus().getDescription())
                    .isEqualTo("DeleteVolume failed in the driver with IllegalStateException (see the driver's log)");
            assertThat(log.text())
                    .contains("bad password ***stripped***")
                    .contains("FailureInterceptorTest.java")
                    .doesNotContain(SECRET);
        }
    }

    @Test
    void errorIsAnsweredToo() throws IOException {
        var failure = failureOf((_, _) -> {
            throw new StackOverflowError();
        });

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
    }

    @Test
    void exceptionGivenToTheObserverIsAnsweredInternal() throws IOException {
        var failure = failureOf((_, answer) -> answer.onError(new IOException("disk on fire")));

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(failure.getStatus().getDescription()).contains("IOException").doesNotContain("disk on fire");
    }

    @Test
    void statusIsAnsweredAsItIs() throws IOException {
        var status = Status.FAILED_PRECONDITION.withDescription("Volume v1 is in use.");

        assertThat(failureOf((_, answer) -> answer.onError(status.asRuntimeException()))
                        .getStatus()
                        .toString())
                .isEqualTo(status.toString());
        assertThat(failureOf((_, _) -> {
                            throw status.asRuntimeException();
                        })
                        .getStatus()
                        .toString())
                .isEqualTo(status.toString());
    }

    @Test
    void secretsAreTakenOutOfWhatTheServiceSays() throws IOException {
        var failure = failureOf((_, answer) -> answer.onError(
                Status.UNAUTHENTICATED.withDescription(SECRET + " is wrong").asRuntimeException()));

        assertThat(failure.getStatus().getDescription()).isEqualTo("***stripped*** is wrong");
    }

    @Test
    void errorWithoutAReasonGetsOne() throws IOException {
        var failure = failureOf((_, answer) -> answer.onError(Status.NOT_FOUND.asRuntimeException()));

        assertThat(failure.getStatus().getDescription()).isEqualTo("DeleteVolume failed with NotFound.");
    }

    @Test
    void statusDetailsAreDropped() throws IOException {
        var key = Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);
        var trailers = new Metadata();
        trailers.put(key, new byte[] {1});

        var failure = failureOf((_, answer) -> answer.onError(Status.ABORTED.asRuntimeException(trailers)));

        assertThat(failure.getTrailers())
                .isNotNull()
                .satisfies(sent -> assertThat(sent.containsKey(key)).isFalse());
    }

    @Test
    void answerStandsWhenTheServiceThrowsAfterwards() throws IOException {
        try (var log = new CapturedLog(Level.FINEST)) {
            call((_, answer) -> {
                TestPlugin.succeed(answer);
                throw new IllegalStateException("too late");
            });

            await().untilAsserted(() -> assertThat(log.text()).contains("too late"));
        }
    }

    private StatusRuntimeException failureOf(TestPlugin.Deletion deletion) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> call(deletion));
    }

    private void call(TestPlugin.Deletion deletion) throws IOException {
        var endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
        try (var _ = SocketServer.start(endpoint, ServerOptions.defaults(), TestPlugin.deleting(deletion));
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            assertThat(ControllerGrpc.newBlockingStub(client.channel())
                            .deleteVolume(DeleteVolumeRequest.newBuilder()
                                    .setVolumeId("v1")
                                    .putSecrets("password", SECRET)
                                    .build()))
                    .isNotNull();
        }
    }
}
