package dev.stowage.sidecar.testing;

import com.google.protobuf.Message;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.GroupControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.GroupControllerServiceCapability;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A driver on a real socket whose responses a test defines. Other methods are UNIMPLEMENTED.
public final class FakeDriver implements AutoCloseable {
    public static final String NAME = "fake.csi.example.com";

    /// The calls, by method name.
    public record Call(String method, Message request) {}

    private final Map<String, Function<Message, Message>> answers = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final SocketServer server;

    public FakeDriver(Path folder) throws IOException {
        this(folder, NAME);
    }

    public FakeDriver(Path folder, String name) throws IOException {
        on(
                "GetPluginInfo",
                _ -> GetPluginInfoResponse.newBuilder()
                        .setName(name)
                        .setVendorVersion("1.0.0")
                        .build());
        on("Probe", _ -> ProbeResponse.getDefaultInstance());
        services(
                PluginCapability.Service.Type.CONTROLLER_SERVICE,
                PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
        controller(
                ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME,
                ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
        server = SocketServer.start(
                new CsiEndpoint(folder.resolve("csi.sock")),
                ServerOptions.defaults(),
                List.of(
                        service(IdentityGrpc.getServiceDescriptor()),
                        service(ControllerGrpc.getServiceDescriptor()),
                        service(GroupControllerGrpc.getServiceDescriptor()),
                        service(NodeGrpc.getServiceDescriptor())));
    }

    public CsiEndpoint endpoint() {
        return server.endpoint();
    }

    /// @param answer may throw the result of [#failure]
    @SuppressWarnings("unchecked") // a wrong type fails in the test that wrote it
    public <Q extends Message> void on(String method, Function<Q, ? extends Message> answer) {
        answers.put(method, request -> answer.apply((Q) request));
    }

    public static StatusRuntimeException failure(Status.Code code, String message) {
        return code.toStatus().withDescription(message).asRuntimeException();
    }

    public void services(PluginCapability.Service.Type... types) {
        var all = GetPluginCapabilitiesResponse.newBuilder();
        for (var type : types) {
            all.addCapabilities(PluginCapability.newBuilder()
                    .setService(PluginCapability.Service.newBuilder().setType(type)));
        }
        on("GetPluginCapabilities", _ -> all.build());
    }

    public void controller(ControllerServiceCapability.RPC.Type... types) {
        var all = ControllerGetCapabilitiesResponse.newBuilder();
        for (var type : types) {
            all.addCapabilities(ControllerServiceCapability.newBuilder()
                    .setRpc(ControllerServiceCapability.RPC.newBuilder().setType(type)));
        }
        on("ControllerGetCapabilities", _ -> all.build());
    }

    public void groupController(GroupControllerServiceCapability.RPC.Type... types) {
        var all = GroupControllerGetCapabilitiesResponse.newBuilder();
        for (var type : types) {
            all.addCapabilities(GroupControllerServiceCapability.newBuilder()
                    .setRpc(GroupControllerServiceCapability.RPC.newBuilder().setType(type)));
        }
        on("GroupControllerGetCapabilities", _ -> all.build());
    }

    public List<Call> calls() {
        return List.copyOf(calls);
    }

    @SuppressWarnings("unchecked") // the method name determines the type of its request
    public <Q extends Message> List<Q> calls(String method) {
        return calls.stream()
                .filter(call -> call.method().equals(method))
                .map(call -> (Q) call.request())
                .toList();
    }

    private BindableService service(ServiceDescriptor descriptor) {
        var definition = ServerServiceDefinition.builder(descriptor);
        for (MethodDescriptor<?, ?> method : descriptor.getMethods()) {
            add(definition, method);
        }
        return definition::build;
    }

    @SuppressWarnings("unchecked") // every CSI method has messages as request and response
    private void add(ServerServiceDefinition.Builder definition, MethodDescriptor<?, ?> method) {
        var typed = (MethodDescriptor<Message, Message>) method;
        String name = String.valueOf(method.getBareMethodName());
        definition.addMethod(typed, ServerCalls.asyncUnaryCall((request, observer) -> {
            // Selected first: a test that sees the call and then changes the response means the next call.
            Function<Message, Message> answer = answers.get(name);
            calls.add(new Call(name, request));
            if (answer == null) {
                observer.onError(Status.UNIMPLEMENTED.withDescription(name).asRuntimeException());
                return;
            }
            try {
                Message response = answer.apply(request);
                observer.onNext(response);
                observer.onCompleted();
            } catch (StatusRuntimeException e) {
                observer.onError(e);
            }
        }));
    }

    @Override
    public void close() {
        server.close();
    }
}
