package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// A driver on a real socket that offers every RPC, records its requests, and returns the responses that a test
/// sets; by default empty messages.
final class RecordingDriver implements AutoCloseable {

    /// A received call.
    record Request(String rpc, Message message) {}

    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Queue<Object>> answers = new ConcurrentHashMap<>();
    private final SocketServer server;

    RecordingDriver(Path socket) throws IOException {
        List<BindableService> services = Stream.of(CsiService.values())
                .map(CsiService::descriptor)
                .<BindableService>map(service -> () -> define(service))
                .toList();
        server = SocketServer.start(new CsiEndpoint(socket), ServerOptions.defaults(), services);
    }

    String endpoint() {
        return server.endpoint().toString();
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    /// Sets the next responses of this RPC: messages or [Status]. A stream returns all of them in one call.
    void answer(String rpc, Object... next) {
        answers.computeIfAbsent(rpc, name -> new ArrayDeque<>()).addAll(List.of(next));
    }

    private ServerServiceDefinition define(ServiceDescriptor service) {
        ServerServiceDefinition.Builder definition = ServerServiceDefinition.builder(service);
        service.getMethods().forEach(method -> add(definition, method));
        return definition.build();
    }

    private <Q, A> void add(ServerServiceDefinition.Builder definition, MethodDescriptor<Q, A> method) {
        definition.addMethod(
                method,
                method.getType() == MethodDescriptor.MethodType.SERVER_STREAMING
                        ? ServerCalls.asyncServerStreamingCall((request, out) -> serve(method, request, out))
                        : ServerCalls.asyncUnaryCall((request, out) -> serve(method, request, out)));
    }

    private <Q, A> void serve(MethodDescriptor<Q, A> method, Q request, StreamObserver<A> out) {
        String rpc = String.valueOf(method.getBareMethodName());
        requests.add(new Request(rpc, (Message) request));
        Queue<Object> next = answers.getOrDefault(rpc, new ArrayDeque<>());
        boolean stream = method.getType() == MethodDescriptor.MethodType.SERVER_STREAMING;
        if (next.isEmpty() && !stream) {
            out.onNext(method.parseResponse(InputStream.nullInputStream()));
        }
        for (int left = stream ? next.size() : Math.min(1, next.size()); left > 0; left--) {
            switch (next.remove()) {
                case Status status -> {
                    out.onError(status.asRuntimeException());
                    return;
                }
                case Message message ->
                    out.onNext(method.parseResponse(message.toByteString().newInput()));
                case Object other -> throw new IllegalStateException("no answer: " + other);
            }
        }
        out.onCompleted();
    }

    @Override
    public void close() {
        server.close();
    }
}
