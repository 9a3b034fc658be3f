package dev.stowage.csi;

import com.google.protobuf.Message;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends a response for every exception that a service throws. Guarantees for every failed call:
///
/// - an exception that is not a gRPC status becomes INTERNAL, without its message, which may hold anything;
/// - the description is not empty, and none of the request's secrets are in it;
/// - there are no status details, which CSI forbids.
final class FailureInterceptor implements ServerInterceptor {

    private static final Logger log = LoggerFactory.getLogger(FailureInterceptor.class);

    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        var guarded = new GuardedCall<>(call);
        try {
            return new GuardedListener<>(guarded, next.startCall(guarded, headers));
        } catch (Throwable e) {
            guarded.fail(e);
            return new ServerCall.Listener<>() {};
        }
    }

    private static final class GuardedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {

        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile @Nullable Message request;

        GuardedCall(ServerCall<Q, A> call) {
            super(call);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            closed.set(true);
            trailers.discardAll(DETAILS);
            super.close(status.isOk() ? status : presentable(status), trailers);
        }

        void fail(Throwable failure) {
            // A call gets one response. Later failures are only logged.
            if (closed.get()) {
                logFailure(failure);
            } else {
                close(Status.fromThrowable(failure), new Metadata());
            }
        }

        private Status presentable(Status status) {
            String description = status.getDescription();
            Throwable cause = status.getCause();
            if (status.getCode() == Status.Code.UNKNOWN && description == null && cause != null) {
                // This is how gRPC wraps an exception that is not its own.
                logFailure(cause);
                return Status.INTERNAL.withDescription(methodName() + " failed in the driver with "
                        + cause.getClass().getSimpleName() + " (see the driver's log)");
            }
            return description == null || description.isEmpty()
                    ? status.withDescription(methodName() + " failed with " + StatusCodes.name(status.getCode()) + ".")
                    : status.withDescription(withoutSecrets(description));
        }

        private void logFailure(Throwable failure) {
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            log.error("{} failed with an exception. {}", methodName(), withoutSecrets(trace.toString()));
        }

        private String withoutSecrets(String text) {
            Message known = request;
            return known == null ? text : MessageRedaction.scrub(text, known);
        }

        private @Nullable String methodName() {
            return getMethodDescriptor().getBareMethodName();
        }
    }

    private static final class GuardedListener<Q, A> extends SimpleForwardingServerCallListener<Q> {

        private final GuardedCall<Q, A> call;

        GuardedListener(GuardedCall<Q, A> call, ServerCall.Listener<Q> listener) {
            super(listener);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            if (message instanceof Message request) {
                call.request = request;
            }
            guard(() -> super.onMessage(message));
        }

        @Override
        public void onHalfClose() {
            guard(super::onHalfClose);
        }

        @Override
        public void onReady() {
            guard(super::onReady);
        }

        @Override
        public void onCancel() {
            guard(super::onCancel);
        }

        @Override
        public void onComplete() {
            guard(super::onComplete);
        }

        private void guard(Runnable step) {
            try {
                step.run();
            } catch (Throwable e) {
                call.fail(e);
            }
        }
    }
}
