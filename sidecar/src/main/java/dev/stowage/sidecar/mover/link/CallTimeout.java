package dev.stowage.sidecar.mover.link;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Gives every call but streams a deadline if it has none.
record CallTimeout(Duration time) implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        boolean needsOne = method.getType() == MethodDescriptor.MethodType.UNARY
                && options.getDeadline() == null
                && Context.current().getDeadline() == null;
        return next.newCall(
                method, needsOne ? options.withDeadlineAfter(time.toNanos(), TimeUnit.NANOSECONDS) : options);
    }
}
