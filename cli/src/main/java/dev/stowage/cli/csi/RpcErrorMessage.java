package dev.stowage.cli.csi;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.RpcOutcome;
import io.grpc.Status;
import java.util.Objects;
import java.util.Optional;

/// Puts a failed call into one line: the code, the driver's words, what CSI means by the code, and what to do.
final class RpcErrorMessage {

    private RpcErrorMessage() {}

    static RpcException of(CsiVerb csiVerb, CsiEndpoint endpoint, Status status, RequestSecrets requestSecrets) {
        Optional<String> refused = refusal(endpoint, status);
        if (refused.isPresent()) {
            return new RpcException(
                    "Cannot connect to " + endpoint + ": " + refused.get()
                            + ". Nothing was sent. Start the driver, correct --endpoint, or run this as a user who may connect.");
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
                ? " It is uncertain whether the call took effect: repeat it unchanged, or undo it."
                : "";
    }

    private static String meaning(CsiVerb csiVerb, Status.Code code) {
        return switch (code) {
            case OK -> "All is well.";
            case CANCELLED -> "The call was broken off.";
            case UNKNOWN -> "The driver gave no reason that CSI knows; its log may tell.";
            case INVALID_ARGUMENT -> "A field is missing or wrong; compare --help and the driver's documentation.";
            case DEADLINE_EXCEEDED -> "The driver took too long; --timeout gives it more time.";
            case NOT_FOUND -> "The volume, snapshot, node or path does not exist; check the ids.";
            case ALREADY_EXISTS ->
                "It exists, but made or used otherwise than asked; change the request or take another name.";
            case PERMISSION_DENIED, UNAUTHENTICATED -> "The credentials do not allow it; check --secrets.";
            case RESOURCE_EXHAUSTED -> "Space, a quota or the node's limit of volumes is used up.";
            case FAILED_PRECONDITION ->
                "The state of things forbids it: the volume is in use, attached elsewhere, or not staged.";
            case ABORTED ->
                csiVerb.isPaged()
                        ? "The token is no longer valid; list from the beginning."
                        : "Another operation on the same object is still running; wait for it.";
            case OUT_OF_RANGE -> "The driver cannot meet this size, offset or other range.";
            case UNIMPLEMENTED ->
                "The driver does not offer this; capabilities, controller-capabilities and"
                        + " node-capabilities list what it does.";
            case INTERNAL -> "The driver failed inside; its log tells why.";
            case UNAVAILABLE -> "The connection was lost, or the driver is not ready.";
            case DATA_LOSS -> "Data is lost or damaged.";
        };
    }
}
