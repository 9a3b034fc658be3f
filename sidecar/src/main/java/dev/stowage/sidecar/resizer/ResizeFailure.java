package dev.stowage.sidecar.resizer;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.csi.RpcOutcome.Exhausted;
import dev.stowage.csi.StatusCodes;
import io.grpc.Status;

/// What a failed call means for the expansion.
enum ResizeFailure {
    /// It may still be in progress: the size must not change.
    UNCERTAIN,
    /// The same, and the call timed out.
    OVERDUE,
    /// It failed, and may succeed on the next try.
    FINAL,
    /// It failed because the volume is in use.
    IN_USE,
    /// It failed, and will fail again unless something changes.
    INFEASIBLE;

    static ResizeFailure of(Throwable thrown) {
        return StatusCodes.of(thrown).map(status -> of(status.getCode())).orElse(UNCERTAIN);
    }

    static ResizeFailure of(Status.Code code) {
        if (code == Status.Code.DEADLINE_EXCEEDED) {
            return OVERDUE;
        }
        return switch (RpcOutcome.of(code, Exhausted.IS_UNCERTAIN)) {
            case UNCERTAIN -> UNCERTAIN;
            case FINAL ->
                switch (code) {
                    case INVALID_ARGUMENT, OUT_OF_RANGE, NOT_FOUND -> INFEASIBLE;
                    case FAILED_PRECONDITION -> IN_USE;
                    default -> FINAL;
                };
        };
    }
}
