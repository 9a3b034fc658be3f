package dev.stowage.csi;

import com.google.protobuf.Message;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Optional;

/// Answers INVALID_ARGUMENT to requests beyond CSI's limits; the service never sees them.
final class LimitsInterceptor implements ServerInterceptor {

    private final SpecLimits limits;

    LimitsInterceptor(SpecLimits limits) {
        this.limits = limits;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean refused;

            @Override
            public void onMessage(Q request) {
                Optional<String> violation =
                        request instanceof Message message ? limits.violation(message) : Optional.empty();
                if (violation.isPresent()) {
                    refused = true;
                    call.close(Status.INVALID_ARGUMENT.withDescription(violation.get()), new Metadata());
                } else {
                    super.onMessage(request);
                }
            }

            @Override
            public void onHalfClose() {
                // This is where gRPC calls the service; a refused request does not get there.
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }
}
