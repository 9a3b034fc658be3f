package dev.stowage.sidecar.modifier;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.csi.RpcOutcome.Exhausted;
import io.grpc.Status;

/// What a failed call means for the modification.
enum ModifyFailure {
    /// It may still be in progress: the target must not change.
    UNCERTAIN,
    /// The same, and the call timed out.
    OVERDUE,
    /// It failed, and may succeed on the next try.
    FINAL,
    /// The driver rejects this class.
    INFEASIBLE;

    static ModifyFailure of(Status.Code code) {
        if (code == Status.Code.DEADLINE_EXCEEDED) {
            return OVERDUE;
        }
        return switch (RpcOutcome.of(code, Exhausted.IS_UNCERTAIN)) {
            case UNCERTAIN -> UNCERTAIN;
            case FINAL -> code == Status.Code.INVALID_ARGUMENT ? INFEASIBLE : FINAL;
        };
    }
}
