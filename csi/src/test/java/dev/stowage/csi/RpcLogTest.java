package dev.stowage.csi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.SnapshotMetadataGrpc;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class RpcLogTest {

    private static final List<ServiceDescriptor> SERVICES = List.of(
            IdentityGrpc.getServiceDescriptor(),
            ControllerGrpc.getServiceDescriptor(),
            GroupControllerGrpc.getServiceDescriptor(),
            SnapshotMetadataGrpc.getServiceDescriptor(),
            NodeGrpc.getServiceDescriptor());

    private static final String SECRET = "correct-horse-battery-staple";

    @TempDir
    private Path directory;

    private CsiEndpoint endpoint = new CsiEndpoint(Path.of("/unset"));

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(directory.resolve("csi.sock"));
    }

    @Test
    void successIsOneLineOnEachSideAtDebug() throws IOException {
        try (var log = new CapturedLog(Level.FINE)) {
            probe();

            await().untilAsserted(() -> assertThat(log.calls()).hasSize(2));
            assertThat(log.calls())
                    .allSatisfy(line -> assertThat(line.getMessage())
                            .matches("(Answered|Called) /csi.v1.Identity/Probe: OK after \\d+ ms\\."));
        }
        try (var log = new CapturedLog(Level.INFO)) {
            probe();

            assertThat(log.calls()).isEmpty();
        }
    }

    @Test
    void nettyDoesNotComplainAboutKeepAlive() throws IOException {
        try (var log = new CapturedLog(Level.ALL)) {
            probe();

            assertThat(log.text()).doesNotContain("Unknown channel option");
        }
    }

    @Test
    void noSecretOfAnySucceedingCallReachesTheLog() throws IOException {
        assertNoSecretIsLogged(Level.ALL, SERVICES.stream().map(RpcLogTest::answering));
    }

    @Test
    void noSecretOfAnyFailingCallReachesTheLog() throws IOException {
        assertNoSecretIsLogged(
                Level.INFO,
                Stream.of(
                        new ControllerGrpc.ControllerImplBase() {},
                        new GroupControllerGrpc.GroupControllerImplBase() {},
                        new SnapshotMetadataGrpc.SnapshotMetadataImplBase() {},
                        new NodeGrpc.NodeImplBase() {}));
    }

    private void assertNoSecretIsLogged(Level level, Stream<BindableService> services) throws IOException {
        try (var log = new CapturedLog(level);
                var _ = SocketServer.start(endpoint, ServerOptions.defaults(), services.toList());
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            List<MethodDescriptor<Message, Message>> methods = methodsWithSecrets();
            for (var method : methods) {
                call(client, method);
            }

            // One line per call on each side, and each one contains the request.
            await().untilAsserted(() -> assertThat(log.calls()).hasSize(2 * methods.size()));
            assertThat(log.calls())
                    .allSatisfy(
                            line -> assertThat(line.getMessage()).contains("secrets: {\"password\": ***stripped***}"));
            assertThat(methods).hasSize(22);
            // Netty prints frames in hexadecimal.
            assertThat(log.text())
                    .doesNotContain(SECRET)
                    .doesNotContain(HexFormat.of().formatHex("correct".getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static void call(SocketClient client, MethodDescriptor<Message, Message> method) {
        var failure = catchThrowable(() -> {
            if (method.getType() == MethodDescriptor.MethodType.UNARY) {
                ClientCalls.blockingUnaryCall(client.channel(), method, CallOptions.DEFAULT, withSecret(method));
            } else {
                ClientCalls.blockingServerStreamingCall(
                                client.channel(), method, CallOptions.DEFAULT, withSecret(method))
                        .forEachRemaining(answer -> assertThat(answer).isNotNull());
            }
        });
        assertThat(failure)
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(), e -> assertThat(e).hasMessageStartingWith("UNIMPLEMENTED"));
    }

    @SuppressWarnings("unchecked")
    private static List<MethodDescriptor<Message, Message>> methodsWithSecrets() {
        return SERVICES.stream()
                .flatMap(service -> service.getMethods().stream())
                .map(method -> (MethodDescriptor<Message, Message>) method)
                .filter(method -> secrets(method) != null)
                .toList();
    }

    private static FieldDescriptor secrets(MethodDescriptor<Message, Message> method) {
        var schema = (ProtoMethodDescriptorSupplier) requireNonNull(method.getSchemaDescriptor());
        return schema.getMethodDescriptor().getInputType().findFieldByName("secrets");
    }

    private static Message withSecret(MethodDescriptor<Message, Message> method) {
        FieldDescriptor secrets = secrets(method);
        var pair = secrets.getMessageType();
        byte[] bytes = DynamicMessage.newBuilder(secrets.getContainingType())
                .addRepeatedField(
                        secrets,
                        DynamicMessage.newBuilder(pair)
                                .setField(pair.findFieldByNumber(1), "password")
                                .setField(pair.findFieldByNumber(2), SECRET)
                                .build())
                .build()
                .toByteArray();
        return method.parseRequest(new ByteArrayInputStream(bytes));
    }

    /// A service that answers every call with an empty message.
    @SuppressWarnings("unchecked")
    private static BindableService answering(ServiceDescriptor service) {
        var definition = ServerServiceDefinition.builder(service);
        for (var method : service.getMethods()) {
            var typed = (MethodDescriptor<Message, Message>) method;
            definition.addMethod(typed, ServerCalls.asyncUnaryCall((_, answer) -> {
                answer.onNext(typed.parseResponse(new ByteArrayInputStream(new byte[0])));
                answer.onCompleted();
            }));
        }
        return definition::build;
    }

    private void probe() throws IOException {
        try (var _ = SocketServer.start(endpoint, ServerOptions.defaults(), TestPlugin.healthy());
                var client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            assertThat(IdentityGrpc.newBlockingStub(client.channel()).probe(ProbeRequest.getDefaultInstance()))
                    .isNotNull();
        }
    }
}
