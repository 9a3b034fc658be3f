package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SocketClientTest {

    @TempDir
    private Path directory;

    private CsiEndpoint endpoint = new CsiEndpoint(Path.of("/unset"));

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
    }

    @Test
    void callFailsUncertainWhileNoServerListens() {
        try (var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() -> probe(client))
                    .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE))
                    .satisfies(e -> assertThat(RpcOutcome.of(e, RpcOutcome.Exhausted.IS_FINAL))
                            .isEqualTo(RpcOutcome.UNCERTAIN));
        }
    }

    @Test
    void callWaitsForTheServerWhenAskedTo() throws Exception {
        var options = ClientOptions.defaults().withWaitForReady(true).withDeadline(Duration.ofSeconds(30));
        try (var client = SocketClient.connect(endpoint, options)) {
            var answer = IdentityGrpc.newFutureStub(client.channel()).probe(ProbeRequest.getDefaultInstance());
            assertThat(client.awaitConnected(Duration.ofMillis(1))).isFalse();

            try (var _ = serve()) {
                assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(ProbeResponse.getDefaultInstance());
                assertThat(client.connected()).isTrue();
            }
        }
    }

    @Test
    void lossIsReportedAndTheClientComesBackByItself() throws Exception {
        var losses = new AtomicInteger();
        var options = ClientOptions.defaults().withOnConnectionLost(losses::incrementAndGet);
        var first = serve();
        try (var client = SocketClient.connect(endpoint, options)) {
            assertThat(client.awaitConnected(Duration.ofSeconds(30))).isTrue();
            assertThat(losses).hasValue(0);

            first.close();
            await().untilAsserted(() -> assertThat(losses).hasValue(1));

            try (var _ = serve()) {
                // No call in between: the client reconnects by itself.
                await().until(client::connected);
                assertThat(probe(client)).isNotNull();
                assertThat(losses).hasValue(1);
            }
        } finally {
            first.close();
        }
    }

    /// All carrier threads are busy, so no thread can observe the channel states while the connection is up.
    @Test
    void aConnectionThatWasUpForAMomentOnlyIsALossToo() throws Exception {
        var losses = new AtomicInteger();
        var release = new AtomicBoolean();
        int carriers = Runtime.getRuntime().availableProcessors();
        var taken = new CountDownLatch(carriers);
        for (int i = 0; i < carriers; i++) {
            Thread.startVirtualThread(() -> {
                taken.countDown();
                while (!release.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        taken.await();
        var options = ClientOptions.defaults().withOnConnectionLost(losses::incrementAndGet);
        var server = serve();
        try (var client = SocketClient.connect(endpoint, options)) {
            await().until(client::connected);
            server.close();
            release.set(true);
            await().untilAsserted(() -> assertThat(losses).hasValue(1));
        } finally {
            release.set(true);
            server.close();
        }
    }

    @Test
    void closingTheClientIsNoLoss() throws Exception {
        var losses = new AtomicInteger();
        try (var _ = serve()) {
            var client = SocketClient.connect(
                    endpoint, ClientOptions.defaults().withOnConnectionLost(losses::incrementAndGet));
            assertThat(client.awaitConnected(Duration.ofSeconds(30))).isTrue();
            client.close();
            assertThat(client.awaitConnected(Duration.ofSeconds(1))).isFalse();
        }
        assertThat(losses).hasValue(0);
    }

    @Test
    void aLongRefusalArrivesWholeAndCostsNoConnection() throws Exception {
        var losses = new AtomicInteger();
        String text = "x".repeat(100_000);
        var services = TestPlugin.deleting((_, answer) ->
                answer.onError(Status.NOT_FOUND.withDescription(text).asRuntimeException()));
        try (var _ = SocketServer.start(endpoint, ServerOptions.defaults(), services);
                var client = SocketClient.connect(
                        endpoint, ClientOptions.defaults().withOnConnectionLost(losses::incrementAndGet))) {
            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() -> delete(client))
                    .satisfies(e -> {
                        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
                        assertThat(e.getStatus().getDescription()).isEqualTo(text);
                    });
            assertThat(probe(client)).isNotNull();
        }
        assertThat(losses).hasValue(0);
    }

    @Test
    void everyCallHasADeadline() throws Exception {
        var options = ClientOptions.defaults().withDeadline(Duration.ofMillis(200));
        try (var _ = serveSilence();
                var client = SocketClient.connect(endpoint, options)) {
            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() -> delete(client))
                    .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        }
    }

    @Test
    void deadlineOfTheCallerWins() throws Exception {
        var seen = new ConcurrentLinkedQueue<Deadline>();
        var services = TestPlugin.deleting((_, answer) -> {
            seen.add(Context.current().getDeadline());
            TestPlugin.succeed(answer);
        });
        try (var _ = SocketServer.start(endpoint, ServerOptions.defaults(), services);
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            ControllerGrpc.newBlockingStub(client.channel())
                    .withDeadlineAfter(1, TimeUnit.HOURS)
                    .deleteVolume(DeleteVolumeRequest.getDefaultInstance());
            var timer = Executors.newSingleThreadScheduledExecutor();
            Context.current().withDeadlineAfter(1, TimeUnit.HOURS, timer).run(() -> delete(client));
            timer.shutdownNow();
            delete(client);
        }
        assertThat(seen).hasSize(3);
        assertThat(seen.stream().map(deadline -> deadline.timeRemaining(TimeUnit.MINUTES) > 30))
                .containsExactly(true, true, false);
    }

    @Test
    void callUnderWayDoesNotKeepTheClientFromClosing() throws Exception {
        try (var _ = serveSilence()) {
            var client = SocketClient.connect(endpoint, ClientOptions.defaults());
            var answer = ControllerGrpc.newFutureStub(client.channel())
                    .deleteVolume(DeleteVolumeRequest.getDefaultInstance());

            client.close();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                    .satisfies(e -> assertThat(StatusCodes.of(e).orElseThrow().getCode())
                            .isEqualTo(Status.Code.UNAVAILABLE));
        }
    }

    @Test
    void aCallThatIsCancelledAfterTheCloseHearsOfItAllTheSame() throws Exception {
        var arrived = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        var options = ServerOptions.defaults().withDrain(Duration.ZERO);
        try (var _ = SocketServer.start(endpoint, options, TestPlugin.deleting((_, _) -> arrived.countDown()))) {
            var client = SocketClient.connect(endpoint, ClientOptions.defaults());
            var answer = ControllerGrpc.newFutureStub(client.channel())
                    .withInterceptors(new LateEnd(closed))
                    .deleteVolume(DeleteVolumeRequest.getDefaultInstance());
            arrived.await();

            client.close();
            closed.countDown();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                    .satisfies(e -> assertThat(StatusCodes.of(e).orElseThrow().getCode())
                            .isEqualTo(Status.Code.UNAVAILABLE));
        }
    }

    /// Delays the end of a call on the I/O thread, as on a busy machine.
    private record LateEnd(CountDownLatch until) implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return next.newCall(method, options.withStreamTracerFactory(new ClientStreamTracer.Factory() {
                @Override
                public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                    return new ClientStreamTracer() {
                        @Override
                        public void streamClosed(Status status) {
                            try {
                                until.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }
                    };
                }
            }));
        }
    }

    private SocketServer serve() throws IOException {
        return SocketServer.start(endpoint, ServerOptions.defaults(), TestPlugin.healthy());
    }

    private SocketServer serveSilence() throws IOException {
        return SocketServer.start(
                endpoint, ServerOptions.defaults().withDrain(Duration.ZERO), TestPlugin.deleting((_, _) -> {}));
    }

    private static ProbeResponse probe(SocketClient client) {
        return IdentityGrpc.newBlockingStub(client.channel()).probe(ProbeRequest.getDefaultInstance());
    }

    private static void delete(SocketClient client) {
        assertThat(ControllerGrpc.newBlockingStub(client.channel())
                        .deleteVolume(DeleteVolumeRequest.getDefaultInstance()))
                .isNotNull();
    }
}
