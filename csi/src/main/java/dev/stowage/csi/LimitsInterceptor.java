package dev.stowage.csi;

import com.google.protobuf.Message;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Optional;

/// Rejects requests beyond the limits of CSI with INVALID_ARGUMENT; they do not reach the service.
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
                // gRPC calls the service here; a rejected request does not get this far.
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }
}
