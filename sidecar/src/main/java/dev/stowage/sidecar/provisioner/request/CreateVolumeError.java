package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.RpcOutcome;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import io.grpc.Status;

/// What a failed CreateVolume call means.
public final class CreateVolumeError {

    private CreateVolumeError() {}

    /// @param mayReschedule whether the scheduler chose a node, and another one could do better
    public static ProvisioningState state(Status.Code code, boolean mayReschedule) {
        if (code == Status.Code.RESOURCE_EXHAUSTED && mayReschedule) {
            return ProvisioningState.RESCHEDULE;
        }
        return switch (RpcOutcome.of(code, RpcOutcome.Exhausted.IS_FINAL)) {
            case FINAL -> ProvisioningState.FINISHED;
            case UNCERTAIN -> ProvisioningState.IN_BACKGROUND;
        };
    }

    /// The request is invalid, and retrying does not help.
    public static boolean isInfeasible(Status.Code code) {
        return code == Status.Code.INVALID_ARGUMENT;
    }

    /// Whether no volume exists after this error. ALREADY_EXISTS means the opposite.
    public static boolean leavesNothing(Status.Code code) {
        return code != Status.Code.ALREADY_EXISTS && state(code, false) == ProvisioningState.FINISHED;
    }

    /// For a repeated call for a volume that may exist: the volume does not exist and will not be created.
    /// Other errors, even final ones, do not say so.
    public static boolean meansNoVolume(Status.Code code) {
        return switch (code) {
            case INVALID_ARGUMENT, OUT_OF_RANGE, RESOURCE_EXHAUSTED, NOT_FOUND, UNIMPLEMENTED -> true;
            case OK,
                    CANCELLED,
                    UNKNOWN,
                    DEADLINE_EXCEEDED,
                    ALREADY_EXISTS,
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
