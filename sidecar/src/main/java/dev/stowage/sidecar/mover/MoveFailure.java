package dev.stowage.sidecar.mover;

import io.grpc.Status;

/// What follows from the failure of an action.
enum MoveFailure {
    /// The same again, later. It may have taken effect, or may succeed next time.
    RETRY,
    /// What the target has does not fit to what the source sends: everything is sent again.
    RESTART,
    /// The volume has no snapshots: all of it is sent while its pods are stopped.
    NO_SNAPSHOTS,
    /// The move cannot succeed.
    FAIL;

    /// Before the decision for the target; afterwards every failure is repeated.
    static MoveFailure of(MoveAction action, PeerCallException failure) {
        return switch (action) {
            // Once more would be the same.
            case MoveAction.CarryVolume(var base) when base.isEmpty() && isMismatch(failure) -> FAIL;
            case MoveAction.CarrySnapshot _, MoveAction.CarryVolume _ -> carrying(failure);
            case MoveAction.TakeSnapshot _ -> taking(failure.code());
            case MoveAction.FenceSource _ ->
                isHopeless(failure.code()) || failure.code() == Status.Code.FAILED_PRECONDITION ? FAIL : RETRY;
            case MoveAction.AddFinalizer _,
                    MoveAction.RemoveFinalizer _,
                    MoveAction.HoldVolume _,
                    MoveAction.ReleaseVolume _,
                    MoveAction.WriteStatus _,
                    MoveAction.DeleteSnapshot _,
                    MoveAction.EvictPods _,
                    MoveAction.DeletePods _,
                    MoveAction.ActivateTarget _,
                    MoveAction.ActivateSource _,
                    MoveAction.AbandonTarget _,
                    MoveAction.DeleteTarget _,
                    MoveAction.DeleteSource _,
                    MoveAction.ChangeVolume _,
                    MoveAction.Report _,
                    MoveAction.Await _ -> RETRY;
        };
    }

    private static MoveFailure taking(Status.Code code) {
        return code == Status.Code.INVALID_ARGUMENT || code == Status.Code.UNIMPLEMENTED
                ? NO_SNAPSHOTS
                : isHopeless(code) ? FAIL : RETRY;
    }

    private static boolean isMismatch(PeerCallException failure) {
        return failure.code() == Status.Code.FAILED_PRECONDITION && failure.isReceiver();
    }

    private static MoveFailure carrying(PeerCallException failure) {
        return isMismatch(failure) || failure.code() == Status.Code.NOT_FOUND || failure.code() == Status.Code.DATA_LOSS
                ? RESTART
                : isHopeless(failure.code()) ? FAIL : RETRY;
    }

    private static boolean isHopeless(Status.Code code) {
        return switch (code) {
            case INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED, UNIMPLEMENTED -> true;
            case OK,
                    CANCELLED,
                    UNKNOWN,
                    DEADLINE_EXCEEDED,
                    NOT_FOUND,
                    OUT_OF_RANGE,
                    PERMISSION_DENIED,
                    FAILED_PRECONDITION,
                    ABORTED,
                    INTERNAL,
                    UNAVAILABLE,
                    DATA_LOSS,
                    UNAUTHENTICATED -> false;
        };
    }
}
