package dev.stowage.csi;

import io.grpc.Status;

/// The text of a failed call, in the format that the Go components write into events and conditions: users search
/// for it, and alerts match it.
public final class RpcErrorText {

    /// Some drivers return the whole output of their tools; the rest is in their own log.
    private static final int LONGEST = 4096;

    private RpcErrorText() {}

    /// For example `rpc error: code = OutOfRange desc = too large`; only the message if it is not a gRPC error.
    public static String of(Throwable failure) {
        return StatusCodes.of(failure)
                .map(status -> "rpc error: code = " + StatusCodes.name(status.getCode()) + " desc = " + message(status))
                .orElseGet(() -> {
                    String text = failure.getMessage();
                    return text == null ? failure.getClass().getSimpleName() : text;
                });
    }

    /// The message of the driver, truncated if it is too long.
    public static String message(Status status) {
        String text = status.getDescription();
        if (text == null) {
            return "";
        }
        // gRPC's deadline text contains nanoseconds: no two events would be equal.
        return status.getCode() == Status.Code.DEADLINE_EXCEEDED && text.contains("deadline exceeded after")
                ? "context deadline exceeded"
                : text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
