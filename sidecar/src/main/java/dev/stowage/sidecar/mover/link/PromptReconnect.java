package dev.stowage.sidecar.mover.link;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;

/// Connects for a call even if the last attempt failed a moment ago. gRPC alone would fail the call at once and
/// pause for up to two minutes; the callers here have a back-off of their own.
record PromptReconnect(ManagedChannel connection) implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        if (connection.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            connection.resetConnectBackoff();
        }
        return next.newCall(method, options);
    }
}
