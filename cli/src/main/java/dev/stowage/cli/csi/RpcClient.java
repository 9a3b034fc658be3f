package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/// An RPC of one socket, ready to be called.
///
/// @param timeout of each call
record RpcClient(Channel channel, RpcMethod rpcMethod, Duration timeout) {

    Message unary(Message request) {
        return ClientCalls.blockingUnaryCall(channel, rpcMethod.descriptor(), options(), request);
    }

    Iterator<Message> stream(Message request) {
        return ClientCalls.blockingServerStreamingCall(channel, rpcMethod.descriptor(), options(), request);
    }

    private CallOptions options() {
        return CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
