package dev.stowage.csi;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.function.Consumer;

/// Reports every call of this client to an observer.
final class ClientRpcInterceptor implements ClientInterceptor {

    private final Consumer<RpcRecord> observer;

    ClientRpcInterceptor(Consumer<RpcRecord> observer) {
        this.observer = observer;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        var open = new RpcRecord.Open(method.getFullMethodName(), options.getOption(RpcOptionKeys.MIGRATED), observer);
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<>(listener) {
                            @Override
                            public void onMessage(A message) {
                                open.sawResponse(message);
                                super.onMessage(message);
                            }

                            @Override
                            public void onClose(Status status, Metadata trailers) {
                                open.ended(status);
                                super.onClose(status, trailers);
                            }
                        },
                        headers);
            }

            @Override
            public void sendMessage(Q message) {
                open.sawRequest(message);
                super.sendMessage(message);
            }
        };
    }
}
