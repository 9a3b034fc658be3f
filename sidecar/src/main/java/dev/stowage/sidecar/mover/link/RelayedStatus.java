package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.StatusCodes;
import io.grpc.Status;

/// What a peer learns of a call that failed at the driver: the refusals, which are written for callers, and of
/// everything else only the code. The driver's log has the rest.
final class RelayedStatus {
    private RelayedStatus() {}

    static Status of(Throwable failure) {
        Status status = StatusCodes.of(failure).orElse(Status.INTERNAL);
        return switch (status.getCode()) {
            case INVALID_ARGUMENT,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    FAILED_PRECONDITION,
                    OUT_OF_RANGE,
                    RESOURCE_EXHAUSTED,
                    ABORTED -> status.getCode().toStatus().withDescription(RpcErrorText.message(status));
            case UNAVAILABLE -> Status.UNAVAILABLE.withDescription("the driver of this node cannot be reached");
            case DEADLINE_EXCEEDED -> Status.DEADLINE_EXCEEDED.withDescription("the driver did not answer in time");
            case CANCELLED -> Status.CANCELLED.withDescription("the call was cancelled");
            case UNIMPLEMENTED -> Status.UNIMPLEMENTED.withDescription("the driver does not offer this call");
            case OK, UNKNOWN, INTERNAL, DATA_LOSS, PERMISSION_DENIED, UNAUTHENTICATED ->
                Status.INTERNAL.withDescription("the call failed in the driver (see the log of the driver)");
        };
    }
}
