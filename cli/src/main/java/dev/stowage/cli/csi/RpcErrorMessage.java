package dev.stowage.cli.csi;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.RpcOutcome;
import io.grpc.Status;
import java.util.Objects;
import java.util.Optional;

/// Describes a failed call in one line: the code, the driver's message, its meaning in CSI, and what to do.
final class RpcErrorMessage {

    private RpcErrorMessage() {}

    static RpcException of(CsiVerb csiVerb, CsiEndpoint endpoint, Status status, RequestSecrets requestSecrets) {
        Optional<String> refused = refusal(endpoint, status);
        if (refused.isPresent()) {
            return new RpcException(
                    "Cannot connect to " + endpoint + ": " + refused.get()
                            + ". Nothing was sent. Start the driver, check --endpoint, or run this as a user with access to the socket.");
        }
        String said = PrintableText.clean(requestSecrets.strip(Objects.requireNonNullElse(status.getDescription(), "")))
                .strip();
        return new RpcException(csiVerb.rpc() + ": " + status.getCode()
                + (said.isEmpty() ? "" : ": " + said)
                + (said.isEmpty() || said.endsWith(".") ? " " : ". ")
                + "(" + meaning(csiVerb, status.getCode()) + doubt(csiVerb, status.getCode()) + ")");
    }

    /// Why there was no connection at all. Only an attempt to connect names the socket in its failure; a connection
    /// that breaks later, when the request may be on its way, does not.
    private static Optional<String> refusal(CsiEndpoint endpoint, Status status) {
        String cause = status.getCause() == null
                ? ""
                : String.valueOf(status.getCause().getMessage());
        String place = ": " + endpoint.socket();
        return status.getCode() == Status.Code.UNAVAILABLE && cause.endsWith(place)
                ? Optional.of(cause.substring(0, cause.length() - place.length()))
                : Optional.empty();
    }

    private static String doubt(CsiVerb csiVerb, Status.Code code) {
        RpcOutcome.Exhausted exhausted = csiVerb.rpc().equals("CreateVolume")
                ? RpcOutcome.Exhausted.IS_FINAL // the storage's own answer: full
                : RpcOutcome.Exhausted.IS_UNCERTAIN;
        boolean uncertain = RpcOutcome.of(code, exhausted) == RpcOutcome.UNCERTAIN;
        return uncertain && csiVerb.changes()
                ? " The call may have taken effect: repeat it unchanged, or undo it."
                : "";
    }

    private static String meaning(CsiVerb csiVerb, Status.Code code) {
        return switch (code) {
            case OK -> "Success.";
            case CANCELLED -> "The call was cancelled.";
            case UNKNOWN -> "The driver returned no CSI error code; check its log.";
            case INVALID_ARGUMENT -> "A field is missing or invalid; check --help and the documentation of the driver.";
            case DEADLINE_EXCEEDED -> "The driver did not respond in time; increase --timeout.";
            case NOT_FOUND -> "The volume, snapshot, node or path does not exist; check the ids.";
            case ALREADY_EXISTS -> "It exists with other properties; change the request or use another name.";
            case PERMISSION_DENIED, UNAUTHENTICATED -> "The credentials do not allow it; check --secrets.";
            case RESOURCE_EXHAUSTED -> "Space, a quota or the volume limit of the node is exhausted.";
            case FAILED_PRECONDITION ->
                "The state of the volume does not allow it: it is in use, attached to another node, or not staged.";
            case ABORTED ->
                csiVerb.isPaged()
                        ? "The token is no longer valid; list from the beginning."
                        : "Another operation on the same object is still running; wait for it.";
            case OUT_OF_RANGE -> "The driver does not support this size, offset or range.";
            case UNIMPLEMENTED ->
                "The driver does not support this; capabilities, controller-capabilities and"
                        + " node-capabilities list what it supports.";
            case INTERNAL -> "The driver failed internally; check its log.";
            case UNAVAILABLE -> "The connection was lost, or the driver is not ready.";
            case DATA_LOSS -> "Data is lost or corrupted.";
        };
    }
}
