package dev.stowage.node.prober;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.prober.health.v1.HealthCheckRequest;
import dev.stowage.node.prober.health.v1.HealthCheckResponse;
import dev.stowage.node.prober.health.v1.HealthCheckResponse.ServingStatus;
import dev.stowage.node.prober.health.v1.HealthGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrpcProbeTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final GrpcProbe probe = new GrpcProbe();
    private Server server;

    @BeforeEach
    void begin() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(new Health())
                .build()
                .start();
    }

    @AfterEach
    void end() {
        server.shutdownNow();
        probe.close();
    }

    /// Answers by the name of the service.
    private static final class Health extends HealthGrpc.HealthImplBase {
        @Override
        public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
            switch (request.getService()) {
                case "" -> answer(observer, ServingStatus.SERVING);
                case "sick" -> answer(observer, ServingStatus.NOT_SERVING);
                case "silent" -> {}
                default ->
                    observer.onError(
                            Status.NOT_FOUND.withDescription("unknown service").asRuntimeException());
            }
        }

        private static void answer(StreamObserver<HealthCheckResponse> observer, ServingStatus status) {
            observer.onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
            observer.onCompleted();
        }
    }

    private ProbeResult check(String service, Duration timeout) throws InterruptedException {
        ObjectNode grpc = Json.object().put("port", server.getPort());
        if (!service.isEmpty()) {
            grpc.put("service", service);
        }
        return probe.check(grpc, "127.0.0.1", timeout);
    }

    @Test
    void onlyServingIsHealthy() throws Exception {
        assertThat(check("", LONG)).isEqualTo(new ProbeResult(true, "service healthy"));
        assertThat(check("sick", LONG))
                .isEqualTo(new ProbeResult(false, "service unhealthy (responded with \"NOT_SERVING\")"));
        assertThat(check("other", LONG))
                .isEqualTo(new ProbeResult(
                        false, "error: health rpc probe failed: rpc error: code = NotFound desc = unknown service"));
    }

    @Test
    void anAnswerThatTakesTooLongIsAFailure() throws Exception {
        int seconds = 1;
        ProbeResult result = check("silent", Duration.ofSeconds(seconds));
        // On a busy machine even the connection may take longer.
        while (result.message().startsWith("timeout: failed to connect") && seconds < LONG.toSeconds()) {
            seconds *= 2;
            result = check("silent", Duration.ofSeconds(seconds));
        }
        assertThat(result)
                .isEqualTo(new ProbeResult(false, "timeout: health rpc did not complete within " + seconds + "s"));
    }

    @Test
    void aServerWithoutTheProtocolIsAFailure() throws Exception {
        server.shutdownNow().awaitTermination();
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .build()
                .start();
        assertThat(check("", LONG).message())
                .startsWith("error: this server does not implement the grpc health protocol (grpc.health.v1.Health): ");
    }

    @Test
    void aServerThatDoesNotListenIsAFailure() throws Exception {
        int port = server.getPort();
        server.shutdownNow().awaitTermination();
        assertThat(probe.check(Json.object().put("port", port), "127.0.0.1", SHORT))
                .isEqualTo(new ProbeResult(
                        false,
                        "timeout: failed to connect service \"127.0.0.1:" + port
                                + "\" within 1s: context deadline exceeded"));
    }
}
