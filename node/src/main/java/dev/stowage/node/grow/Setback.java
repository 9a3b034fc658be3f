package dev.stowage.node.grow;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.csi.StatusCodes;
import dev.stowage.node.grow.Growth.Expand;
import dev.stowage.node.grow.Growth.Marking;
import io.grpc.Status;
import java.util.Optional;

/// What follows from a failure to make a volume larger.
///
/// @param mark what the claim is told
/// @param done whether this node is done with it all the same, and nothing is wrong
/// @param failed whether the driver refused for good
/// @param inUse whether it is not tried again while the volume is mounted
record Setback(Mark mark, boolean done, boolean failed, boolean inUse) {

    enum Mark {
        NOTHING,
        ERROR,
        INFEASIBLE
    }

    /// Why it failed.
    enum Why {
        /// The driver cannot do it at all.
        UNSUPPORTED,
        /// It does not do it while the volume is in use.
        IN_USE,
        /// It never will, for this size.
        INFEASIBLE,
        /// It did not.
        FINAL,
        /// It may have, or may still.
        UNCERTAIN;

        static Why of(Throwable failure) {
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

    static Setback of(Expand tried, Why why) {
        boolean marks = tried.marking() == Marking.EVERYTHING;
        return switch (why) {
            case UNCERTAIN -> new Setback(Mark.NOTHING, false, false, false);
            case UNSUPPORTED ->
                marks
                        ? new Setback(refusal(tried, Mark.ERROR), false, true, false)
                        : new Setback(Mark.NOTHING, true, false, false);
            case IN_USE -> new Setback(marks ? refusal(tried, Mark.ERROR) : Mark.NOTHING, false, marks, true);
            case INFEASIBLE -> new Setback(marks ? Mark.INFEASIBLE : Mark.NOTHING, false, marks, false);
            case FINAL -> new Setback(marks ? refusal(tried, Mark.ERROR) : Mark.NOTHING, false, marks, false);
        };
    }

    private static Mark refusal(Expand tried, Mark otherwise) {
        return tried.infeasibleOnFailure() ? Mark.INFEASIBLE : otherwise;
    }

    /// Whether the pod may go on as if nothing had happened.
    boolean isBearable() {
        return done || inUse;
    }
}
