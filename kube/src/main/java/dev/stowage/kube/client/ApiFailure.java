package dev.stowage.kube.client;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The server refused a request or did not answer. A checked exception: every caller has to handle it.
public final class ApiFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;
    private final transient @Nullable Duration retryAfter;

    /// @param code the HTTP status; 0 when there was no answer
    /// @param reason as in the server's status object, for example `AlreadyExists`
    public ApiFailure(int code, String reason, String message, @Nullable Duration retryAfter) {
        super(message);
        this.code = code;
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    static ApiFailure unanswered(String what, IOException cause) {
        String why = cause.getMessage();
        ApiFailure failure = new ApiFailure(
                0, "Unanswered", what + ": " + (why == null ? cause.getClass().getSimpleName() : why), null);
        failure.initCause(cause);
        return failure;
    }

    public int code() {
        return code;
    }

    public String reason() {
        return reason;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /// Whether the request may or may not have taken effect.
    public boolean isUncertain() {
        return code == 0 || code == 504;
    }

    public boolean isNotFound() {
        return code == 404;
    }

    public boolean isAlreadyExists() {
        return code == 409 && reason.equals("AlreadyExists");
    }

    /// Another client changed the object first.
    public boolean isConflict() {
        return code == 409 && !reason.equals("AlreadyExists");
    }

    /// A JSON patch whose `test` did not hold counts as a conflict; servers say 422 for it.
    public boolean isInvalid() {
        return code == 422;
    }

    public boolean isForbidden() {
        return code == 403;
    }

    /// The version is too old for the server to watch from.
    public boolean isGone() {
        return code == 410;
    }

    boolean isTooMany() {
        return code == 429;
    }
}
