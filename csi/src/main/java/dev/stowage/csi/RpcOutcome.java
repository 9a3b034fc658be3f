package dev.stowage.csi;

import io.grpc.Status;

/// What a failed call means for the state of the volume.
public enum RpcOutcome {
    /// The driver did nothing and is doing nothing: the caller may forget the call.
    FINAL,
    /// The driver may have done it, or may still be doing it: the caller must retry or undo it before it
    /// forgets.
    UNCERTAIN;

    /// The meaning of RESOURCE_EXHAUSTED. For the provisioner it comes from the storage ("full"). For the
    /// attacher, the resizer and the snapshotter it may also come from gRPC ("message too large"), which says
    /// nothing about the volume.
    public enum Exhausted {
        IS_FINAL,
        IS_UNCERTAIN
    }

    public static RpcOutcome of(Status.Code code, Exhausted exhausted) {
        return switch (code) {
            case CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, ABORTED -> UNCERTAIN;
            case RESOURCE_EXHAUSTED ->
                switch (exhausted) {
                    case IS_FINAL -> FINAL;
                    case IS_UNCERTAIN -> UNCERTAIN;
                };
            case OK,
                    UNKNOWN,
                    INVALID_ARGUMENT,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    PERMISSION_DENIED,
                    FAILED_PRECONDITION,
                    OUT_OF_RANGE,
                    UNIMPLEMENTED,
                    INTERNAL,
                    DATA_LOSS,
                    UNAUTHENTICATED -> FINAL;
        };
    }

    /// A failure that is not a gRPC error is uncertain: the request may have been sent before it.
    public static RpcOutcome of(Throwable failure, Exhausted exhausted) {
        return StatusCodes.of(failure)
                .map(status -> of(status.getCode(), exhausted))
                .orElse(UNCERTAIN);
    }
}
