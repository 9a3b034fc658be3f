package dev.stowage.testkit;

import com.google.protobuf.Message;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One client of the driver: a channel to the controller's socket and one to the node's.
final class DriverConnection implements AutoCloseable {

    private static final String NODE_SERVICE = "csi.v1.Node";

    /// The polling interval of the rules about restarts.
    private static final Duration OFTEN = Duration.ofMillis(50);

    private final SocketClient controller;
    private final SocketClient node;

    DriverConnection(DriverUnderTest driver) {
        controller = client(driver, driver.socket());
        node = driver.nodeSocket().equals(driver.socket()) ? controller : client(driver, driver.nodeSocket());
    }

    private static SocketClient client(DriverUnderTest driver, Path socket) {
        return SocketClient.connect(
                new CsiEndpoint(socket),
                ClientOptions.defaults()
                        .withDeadline(driver.deadline())
                        .withWaitForReady(true)
                        .withMaxReconnectDelay(OFTEN));
    }

    <Q extends Message, R extends Message> RpcOutcome<R> call(MethodDescriptor<Q, R> rpc, Q request) {
        try {
            return new RpcOutcome.Ok<>(
                    ClientCalls.blockingUnaryCall(channelFor(rpc), rpc, CallOptions.DEFAULT, request));
        } catch (StatusRuntimeException refusal) {
            return refused(rpc, refusal);
        }
    }

    /// Reads a stream to its end; a stream that breaks counts as refused, whatever was received before.
    <Q extends Message, R extends Message> RpcOutcome<List<R>> stream(MethodDescriptor<Q, R> rpc, Q request) {
        List<R> messages = new ArrayList<>();
        try {
            ClientCalls.blockingServerStreamingCall(channelFor(rpc), rpc, CallOptions.DEFAULT, request)
                    .forEachRemaining(messages::add);
            return new RpcOutcome.Ok<>(messages);
        } catch (StatusRuntimeException refusal) {
            return refused(rpc, refusal);
        }
    }

    private static <R> RpcOutcome<R> refused(MethodDescriptor<?, ?> rpc, StatusRuntimeException refusal) {
        @Nullable String message = refusal.getStatus().getDescription();
        com.google.rpc.@Nullable Status status = StatusProto.fromThrowable(refusal);
        return new RpcOutcome.Refused<>(
                name(rpc),
                refusal.getStatus().getCode(),
                message == null ? "" : message,
                status == null ? 0 : status.getDetailsCount());
    }

    static String name(MethodDescriptor<?, ?> rpc) {
        @Nullable String name = rpc.getBareMethodName();
        return name == null ? rpc.getFullMethodName() : name;
    }

    private Channel channelFor(MethodDescriptor<?, ?> rpc) {
        return NODE_SERVICE.equals(rpc.getServiceName()) ? node.channel() : controller.channel();
    }

    @Override
    public void close() {
        controller.close();
        node.close();
    }
}
