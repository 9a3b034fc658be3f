package dev.stowage.sidecar.mover.link;

import io.grpc.Status;

/// A transfer that did not complete. What arrived stays, and the next call resumes it.
public final class CarrierException extends Exception {
    private static final long serialVersionUID = 1;

    private final Side side;
    private final Status.Code code;

    /// Which end refused or failed.
    public enum Side {
        SOURCE,
        TARGET
    }

    CarrierException(Side side, Status.Code code, String message, Throwable cause) {
        super(message, cause);
        this.side = side;
        this.code = code;
    }

    public Side side() {
        return side;
    }

    public Status.Code code() {
        return code;
    }

    /// Whether a repeat of the same transfer fails as well, until something else is done first.
    public boolean isFinal() {
        return switch (code) {
            case INVALID_ARGUMENT,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    PERMISSION_DENIED,
                    UNAUTHENTICATED,
                    FAILED_PRECONDITION,
                    RESOURCE_EXHAUSTED,
                    UNIMPLEMENTED,
                    DATA_LOSS -> true;
            // Out of range is an offset that is not durable any more; the next attempt begins before it.
            case OK, CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, ABORTED, OUT_OF_RANGE, INTERNAL, UNAVAILABLE -> false;
        };
    }
}
