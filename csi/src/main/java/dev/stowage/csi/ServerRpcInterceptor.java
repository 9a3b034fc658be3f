package dev.stowage.csi;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.function.Consumer;

/// Reports every call to an observer when this server has responded or the client has cancelled it.
final class ServerRpcInterceptor implements ServerInterceptor {

    private final Consumer<RpcRecord> observer;

    ServerRpcInterceptor(Consumer<RpcRecord> observer) {
        this.observer = observer;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        var open = new RpcRecord.Open(call.getMethodDescriptor().getFullMethodName(), observer);
        var observed = new SimpleForwardingServerCall<>(call) {
            @Override
            public void sendMessage(A message) {
                open.sawResponse(message);
                super.sendMessage(message);
            }

            @Override
            public void close(Status status, Metadata trailers) {
                // Before the client receives it: a client that has the response finds the call counted.
                open.ended(status);
                super.close(status, trailers);
            }
        };
        return new SimpleForwardingServerCallListener<>(next.startCall(observed, headers)) {
            @Override
            public void onMessage(Q message) {
                open.sawRequest(message);
                super.onMessage(message);
            }

            @Override
            public void onCancel() {
                open.ended(reasonOfCancel());
                super.onCancel();
            }
        };
    }

    private static Status reasonOfCancel() {
        Deadline deadline = Context.current().getDeadline();
        return deadline != null && deadline.isExpired()
                ? Status.DEADLINE_EXCEEDED.withDescription("The client's deadline passed.")
                : Status.CANCELLED.withDescription("The client cancelled the call.");
    }
}
