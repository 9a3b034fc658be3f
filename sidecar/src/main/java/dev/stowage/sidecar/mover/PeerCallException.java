package dev.stowage.sidecar.mover;

import dev.stowage.csi.RpcErrorText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/// A call to a driver failed. It may have taken effect.
public final class PeerCallException extends Exception {
    private static final long serialVersionUID = 1;

    private final Status.Code code;
    private final boolean isReceiver;

    /// @param code UNAVAILABLE when the driver could not be reached
    /// @param isReceiver whether the driver at the target refused, in a transfer between two drivers
    public PeerCallException(Status.Code code, String message, boolean isReceiver, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.isReceiver = isReceiver;
    }

    public static PeerCallException unreachable(String message) {
        return new PeerCallException(Status.Code.UNAVAILABLE, message, false, new IllegalStateException(message));
    }

    public static PeerCallException of(String call, StatusRuntimeException cause) {
        return new PeerCallException(cause.getStatus().getCode(), call + ": " + RpcErrorText.of(cause), false, cause);
    }

    public Status.Code code() {
        return code;
    }

    boolean isReceiver() {
        return isReceiver;
    }
}
