package dev.stowage.sdk;

import static java.util.Objects.requireNonNull;

/// A refusal in the specification's terms. Say what happened, to which object, and what to do about it:
/// an operator reads the message in an event.
///
/// Ordinary cases need none of these: the SDK itself reports missing fields, unknown ids, repeated and
/// competing calls.
public final class CsiException extends Exception {

    private static final long serialVersionUID = 1;

    private final CsiCode code;

    public CsiException(CsiCode code, String message) {
        super(requireNonNull(message, "message"));
        this.code = requireNonNull(code, "code");
    }

    public CsiException(CsiCode code, String message, Throwable cause) {
        super(requireNonNull(message, "message"), cause);
        this.code = requireNonNull(code, "code");
    }

    public CsiCode code() {
        return code;
    }

    public static CsiException invalidArgument(String message) {
        return new CsiException(CsiCode.INVALID_ARGUMENT, message);
    }

    public static CsiException notFound(String message) {
        return new CsiException(CsiCode.NOT_FOUND, message);
    }

    /// The object exists, but differs from the request.
    public static CsiException alreadyExists(String message) {
        return new CsiException(CsiCode.ALREADY_EXISTS, message);
    }

    /// The storage has no space for it now, or not there; the orchestrator retries elsewhere or later.
    public static CsiException resourceExhausted(String message) {
        return new CsiException(CsiCode.RESOURCE_EXHAUSTED, message);
    }

    /// The object is in a state that forbids the call: in use, still published, not staged.
    public static CsiException failedPrecondition(String message) {
        return new CsiException(CsiCode.FAILED_PRECONDITION, message);
    }

    /// Another call for the same object is running; the caller retries.
    public static CsiException aborted(String message) {
        return new CsiException(CsiCode.ABORTED, message);
    }

    public static CsiException outOfRange(String message) {
        return new CsiException(CsiCode.OUT_OF_RANGE, message);
    }

    public static CsiException unimplemented(String message) {
        return new CsiException(CsiCode.UNIMPLEMENTED, message);
    }
}
