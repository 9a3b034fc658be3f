package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class GrpcSocketTest {

    @TempDir
    private Path directory;

    private CsiEndpoint endpoint = new CsiEndpoint(Path.of("/unset"));

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
    }

    @Test
    void requestBeyondTheLimitsNeverReachesTheService() throws IOException {
        var reached = new AtomicInteger();
        var services = TestPlugin.deleting((_, answer) -> {
            reached.incrementAndGet();
            TestPlugin.succeed(answer);
        });
        try (var _ = SocketServer.start(endpoint, ServerOptions.defaults(), services);
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            var controller = ControllerGrpc.newBlockingStub(client.channel());

            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() -> controller.deleteVolume(volume("v".repeat(129))))
                    .satisfies(e -> {
                        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(e.getStatus().getDescription())
                                .isEqualTo("Field volume_id has 129 bytes; CSI allows 128.");
                    });
            assertThat(reached).hasValue(0);
            assertThat(controller.deleteVolume(volume("v".repeat(128))))
                    .isEqualTo(DeleteVolumeResponse.getDefaultInstance());
            assertThat(reached).hasValue(1);
        }
    }

    @Test
    void requestLargerThanAllowedIsRefused() throws IOException {
        var options = ServerOptions.defaults().withMaxRequestBytes(1024).withMaxSecretBytes(1 << 20);
        try (var _ = SocketServer.start(endpoint, options, TestPlugin.healthy());
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            var request = volume("v1").toBuilder()
                    .putSecrets("certificate", "c".repeat(2000))
                    .build();

            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() ->
                            ControllerGrpc.newBlockingStub(client.channel()).deleteVolume(request))
                    .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));
        }
    }

    @Test
    void callsAreMeasuredOnBothSides() throws IOException {
        var registry = new PrometheusRegistry();
        var driver = new AtomicReference<>("");
        var server = ServerOptions.defaults().withMetrics(registry, () -> "hello.example.com");
        var options = ClientOptions.defaults().withMetrics(registry, driver::get);
        var services = TestPlugin.deleting((_, answer) -> answer.onError(Status.DEADLINE_EXCEEDED.asException()));
        try (var _ = SocketServer.start(endpoint, server, services);
                var client = SocketClient.connect(endpoint, options);
                var another = SocketClient.connect(endpoint, options)) {
            assertThat(IdentityGrpc.newBlockingStub(client.channel()).probe(ProbeRequest.getDefaultInstance()))
                    .isNotNull();
            driver.set("hello.example.com");
            assertThat(IdentityGrpc.newBlockingStub(another.channel()).probe(ProbeRequest.getDefaultInstance()))
                    .isNotNull();
            assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() ->
                            ControllerGrpc.newBlockingStub(client.channel()).deleteVolume(volume("v1")));
        }

        assertThat(text(registry))
                .contains("# TYPE csi_plugin_operations_seconds histogram")
                .contains("csi_plugin_operations_seconds_count{driver_name=\"hello.example.com\","
                        + "grpc_status_code=\"OK\",method_name=\"/csi.v1.Identity/Probe\"} 2")
                .contains("csi_plugin_operations_seconds_count{driver_name=\"hello.example.com\","
                        + "grpc_status_code=\"DeadlineExceeded\",method_name=\"/csi.v1.Controller/DeleteVolume\"} 1")
                .contains("csi_sidecar_operations_seconds_count{driver_name=\"unknown-driver\","
                        + "grpc_status_code=\"OK\",method_name=\"/csi.v1.Identity/Probe\"} 1")
                .contains("csi_sidecar_operations_seconds_count{driver_name=\"hello.example.com\","
                        + "grpc_status_code=\"DeadlineExceeded\",method_name=\"/csi.v1.Controller/DeleteVolume\"} 1")
                .contains("le=\"0.1\"", "le=\"0.25\"", "le=\"2.5\"", "le=\"120.0\"", "le=\"600.0\"");
    }

    @Test
    void callsOfANodeAreMeasuredUnderTheKubeletsName() throws IOException {
        var registry = new PrometheusRegistry();
        var options = ClientOptions.defaults()
                .withMetrics(registry, () -> "hello.example.com")
                .withCaller(ClientOptions.Caller.NODE);
        try (var _ = SocketServer.start(
                        endpoint, ServerOptions.defaults(), TestPlugin.deleting((_, answer) -> answer.onCompleted()));
                var client = SocketClient.connect(endpoint, options)) {
            assertThat(IdentityGrpc.newBlockingStub(client.channel()).probe(ProbeRequest.getDefaultInstance()))
                    .isNotNull();
        }

        assertThat(text(registry))
                .contains("csi_operations_seconds_count{driver_name=\"hello.example.com\",grpc_status_code=\"OK\","
                        + "method_name=\"/csi.v1.Identity/Probe\",migrated=\"false\"} 1");
    }

    @Test
    void conditionOfVersion112IsStillSpoken() {
        assertThat(ControllerServiceCapability.RPC.Type.VOLUME_CONDITION.getNumber())
                .isEqualTo(11);
        assertThat(NodeServiceCapability.RPC.Type.VOLUME_CONDITION.getNumber()).isEqualTo(4);
    }

    @Test
    void registrationKeepsTheNameThatTheKubeletCalls() {
        assertThat(RegistrationGrpc.getServiceDescriptor().getName()).isEqualTo("pluginregistration.Registration");
    }

    /// The build renames generated methods of these two fields, which would clash otherwise.
    @Test
    void parametersAndMutableParametersAreDistinct() throws IOException {
        var create = CreateVolumeRequest.newBuilder()
                .putParameters("a", "1")
                .putMutableParameters("b", "2")
                .putAllParameters(Map.of("c", "3"))
                .removeMutableParameters("none")
                .build();
        var validate = ValidateVolumeCapabilitiesRequest.newBuilder()
                .putParameters("a", "1")
                .putMutableParameters("b", "2")
                .build();

        var copy = CreateVolumeRequest.parseFrom(create.toByteArray()).toBuilder()
                .mergeFrom(create)
                .build();
        assertThat(copy.getParametersMap()).containsOnlyKeys("a", "c");
        assertThat(copy.getMutableParametersMap()).containsOnlyKeys("b");
        assertThat(create.toBuilder().clearParameters().build().getMutableParametersMap())
                .containsOnlyKeys("b");
        assertThat(create.toBuilder().clearMutableParameters().build().getParametersMap())
                .containsOnlyKeys("a", "c");
        assertThat(create.toBuilder().clear().build()).isEqualTo(CreateVolumeRequest.getDefaultInstance());
        assertThat(ValidateVolumeCapabilitiesRequest.parseFrom(validate.toByteArray()))
                .isEqualTo(validate);
        var parameters = CreateVolumeRequest.getDescriptor().findFieldByName("parameters");
        assertThat(CreateVolumeRequest.newBuilder()
                        .setField(parameters, create.getField(parameters))
                        .build()
                        .getParametersMap())
                .containsOnlyKeys("a", "c");
    }

    private static DeleteVolumeRequest volume(String id) {
        return DeleteVolumeRequest.newBuilder().setVolumeId(id).build();
    }

    private static String text(PrometheusRegistry registry) throws IOException {
        var out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, registry.scrape());
        return out.toString(StandardCharsets.UTF_8);
    }
}
