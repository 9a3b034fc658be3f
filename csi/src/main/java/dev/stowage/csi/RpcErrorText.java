package dev.stowage.csi;

import io.grpc.Status;

/// A failed call in the words that the Go components write into events and conditions: users search for them, and
/// alerts match them.
public final class RpcErrorText {

    /// Some drivers say all that their tools printed; the rest is in their own log.
    private static final int LONGEST = 4096;

    private RpcErrorText() {}

    /// For example `rpc error: code = OutOfRange desc = too large`; the bare message of what is not gRPC's.
    public static String of(Throwable failure) {
        return StatusCodes.of(failure)
                .map(status -> "rpc error: code = " + StatusCodes.name(status.getCode()) + " desc = " + message(status))
                .orElseGet(() -> {
                    String text = failure.getMessage();
                    return text == null ? failure.getClass().getSimpleName() : text;
                });
    }

    /// What the driver said, or the beginning of it.
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
