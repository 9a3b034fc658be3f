package dev.stowage.csi;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Ensures that every call has a deadline: sets the default one if neither the call nor its context has any.
final class DeadlineInterceptor implements ClientInterceptor {

    private final Duration deadline;
    private final boolean waitForReady;

    DeadlineInterceptor(Duration deadline, boolean waitForReady) {
        this.deadline = deadline;
        this.waitForReady = waitForReady;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions given, Channel next) {
        CallOptions options = given;
        if (given.getDeadline() == null && Context.current().getDeadline() == null) {
            options = options.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
        }
        return next.newCall(method, waitForReady ? options.withWaitForReady() : options);
    }
}
