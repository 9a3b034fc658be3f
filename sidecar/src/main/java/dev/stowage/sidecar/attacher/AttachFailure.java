package dev.stowage.sidecar.attacher;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.text.Utf8Truncation;
import io.grpc.StatusRuntimeException;
import java.util.OptionalInt;

/// Why an attempt failed, as written into the status.
///
/// @param code of gRPC, when the driver returned the error
record AttachFailure(String message, OptionalInt code) {

    /// The server rejects longer messages, and the failure would be lost.
    private static final int MOST_BYTES = 1024;

    AttachFailure {
        message = Utf8Truncation.truncate(message, MOST_BYTES);
    }

    static AttachFailure of(String message) {
        return new AttachFailure(message, OptionalInt.empty());
    }

    static AttachFailure of(StatusRuntimeException refusal) {
        return new AttachFailure(
                RpcErrorText.of(refusal),
                OptionalInt.of(refusal.getStatus().getCode().value()));
    }
}
