package dev.stowage.apiserver.errors;

/// Why a request was rejected: the reason in its `Status`, and the HTTP status.
public enum StatusReason {
    BAD_REQUEST("BadRequest", 400),
    UNAUTHORIZED("Unauthorized", 401),
    FORBIDDEN("Forbidden", 403),
    NOT_FOUND("NotFound", 404),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
    NOT_ACCEPTABLE("NotAcceptable", 406),
    ALREADY_EXISTS("AlreadyExists", 409),
    CONFLICT("Conflict", 409),
    GONE("Gone", 410),
    EXPIRED("Expired", 410),
    TOO_LARGE("RequestEntityTooLarge", 413),
    UNSUPPORTED_MEDIA_TYPE("UnsupportedMediaType", 415),
    INVALID("Invalid", 422),
    TOO_MANY_REQUESTS("TooManyRequests", 429),
    INTERNAL_ERROR("InternalError", 500),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503),
    TIMEOUT("Timeout", 504),
    /// Kubernetes uses it for unexpected failures, such as some errors in patches.
    UNKNOWN("", 500);

    private final String word;
    private final int code;

    StatusReason(String word, int code) {
        this.word = word;
        this.code = code;
    }

    public String word() {
        return word;
    }

    public int code() {
        return code;
    }
}
