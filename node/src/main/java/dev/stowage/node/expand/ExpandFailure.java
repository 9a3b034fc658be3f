package dev.stowage.node.expand;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.csi.StatusCodes;
import dev.stowage.node.expand.ExpandAction.Expand;
import dev.stowage.node.expand.ExpandAction.StatusUpdate;
import io.grpc.Status;
import java.util.Optional;

/// The consequences of a failed expansion.
///
/// @param claimUpdate the patch of the claim
/// @param done whether the node is finished anyway, without an error
/// @param failed whether the driver refused permanently
/// @param inUse whether to wait with the next attempt until the volume is unmounted
record ExpandFailure(ClaimUpdate claimUpdate, boolean done, boolean failed, boolean inUse) {

    enum ClaimUpdate {
        NOTHING,
        ERROR,
        INFEASIBLE
    }

    /// Why it failed.
    enum Cause {
        /// The driver does not support it.
        UNSUPPORTED,
        /// The driver refuses while the volume is in use.
        IN_USE,
        /// The driver will never accept this size.
        INFEASIBLE,
        /// It failed.
        FINAL,
        /// It may have succeeded, or may still be in progress.
        UNCERTAIN;

        static Cause of(Throwable failure) {
            Optional<Status.Code> code = StatusCodes.of(failure).map(Status::getCode);
            if (code.isEmpty() || RpcOutcome.of(failure, RpcOutcome.Exhausted.IS_UNCERTAIN) == RpcOutcome.UNCERTAIN) {
                return UNCERTAIN;
            }
            return switch (code.get()) {
                case FAILED_PRECONDITION -> IN_USE;
                case INVALID_ARGUMENT, OUT_OF_RANGE, NOT_FOUND -> INFEASIBLE;
                case OK,
                        CANCELLED,
                        UNKNOWN,
                        DEADLINE_EXCEEDED,
                        ALREADY_EXISTS,
                        PERMISSION_DENIED,
                        RESOURCE_EXHAUSTED,
                        ABORTED,
                        UNIMPLEMENTED,
                        INTERNAL,
                        UNAVAILABLE,
                        DATA_LOSS,
                        UNAUTHENTICATED -> FINAL;
            };
        }
    }

    static ExpandFailure of(Expand tried, Cause cause) {
        boolean marks = tried.statusUpdate() == StatusUpdate.EVERYTHING;
        return switch (cause) {
            case UNCERTAIN -> new ExpandFailure(ClaimUpdate.NOTHING, false, false, false);
            case UNSUPPORTED ->
                marks
                        ? new ExpandFailure(refusal(tried, ClaimUpdate.ERROR), false, true, false)
                        : new ExpandFailure(ClaimUpdate.NOTHING, true, false, false);
            case IN_USE ->
                new ExpandFailure(marks ? refusal(tried, ClaimUpdate.ERROR) : ClaimUpdate.NOTHING, false, marks, true);
            case INFEASIBLE ->
                new ExpandFailure(marks ? ClaimUpdate.INFEASIBLE : ClaimUpdate.NOTHING, false, marks, false);
            case FINAL ->
                new ExpandFailure(marks ? refusal(tried, ClaimUpdate.ERROR) : ClaimUpdate.NOTHING, false, marks, false);
        };
    }

    private static ClaimUpdate refusal(Expand tried, ClaimUpdate otherwise) {
        return tried.infeasibleOnFailure() ? ClaimUpdate.INFEASIBLE : otherwise;
    }

    /// Whether the pod may continue in spite of the failure.
    boolean isIgnorable() {
        return done || inUse;
    }
}
