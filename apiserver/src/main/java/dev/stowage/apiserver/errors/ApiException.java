package dev.stowage.apiserver.errors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.util.List;

/// A rejected request: the response is a `Status` of failure.
public final class ApiException extends Exception {
    private static final long serialVersionUID = 1;

    private final StatusReason statusReason;
    private final transient Details details;
    private final String next;

    public ApiException(StatusReason statusReason, String message, Details details) {
        this(statusReason, message, details, "");
    }

    private ApiException(StatusReason statusReason, String message, Details details, String next) {
        super(message);
        this.statusReason = statusReason;
        this.details = details;
        this.next = next;
    }

    /// With a continue token with which the client can still get the next page.
    public ApiException continuing(String token) {
        return new ApiException(statusReason, String.valueOf(getMessage()), details, token);
    }

    public ApiException(StatusReason statusReason, String message) {
        this(statusReason, message, Details.NONE);
    }

    /// @param kind the kind or resource of the error
    /// @param retryAfterSeconds when to retry; 0 for no hint
    public record Details(
            String group, String kind, String name, String uid, List<Cause> causes, int retryAfterSeconds) {
        public static final Details NONE = new Details("", "", "", "", List.of(), 0);

        public static Details of(String group, String kind, String name) {
            return new Details(group, kind, name, "", List.of(), 0);
        }

        public Details causes(List<Cause> more) {
            return new Details(group, kind, name, uid, more, retryAfterSeconds);
        }

        public Details retryAfter(int seconds) {
            return new Details(group, kind, name, uid, causes, seconds);
        }
    }

    /// @param reason such as `FieldValueRequired`
    public record Cause(String reason, String message, String field) {}

    public StatusReason statusReason() {
        return statusReason;
    }

    public Details details() {
        return details;
    }

    public static ApiException notFound(String group, String resource, String name) {
        return new ApiException(
                StatusReason.NOT_FOUND,
                "%s \"%s\" not found".formatted(qualified(group, resource), name),
                Details.of(group, resource, name));
    }

    public static ApiException alreadyExists(String group, String resource, String name) {
        return new ApiException(
                StatusReason.ALREADY_EXISTS,
                "%s \"%s\" already exists".formatted(qualified(group, resource), name),
                Details.of(group, resource, name));
    }

    public static ApiException conflict(String group, String resource, String name, String why) {
        return new ApiException(
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on %s \"%s\": %s".formatted(qualified(group, resource), name, why),
                Details.of(group, resource, name));
    }

    public static ApiException forbidden(String group, String resource, String name, String why) {
        return new ApiException(
                StatusReason.FORBIDDEN,
                name.isEmpty()
                        ? "%s is forbidden: %s".formatted(qualified(group, resource), why)
                        : "%s \"%s\" is forbidden: %s".formatted(qualified(group, resource), name, why),
                Details.of(group, resource, name));
    }

    public static ApiException badRequest(String message) {
        return new ApiException(StatusReason.BAD_REQUEST, message);
    }

    /// @param fieldErrors at least one
    public static ApiException invalid(String group, String kind, String name, FieldErrors fieldErrors) {
        return new ApiException(
                StatusReason.INVALID,
                "%s \"%s\" is invalid: %s".formatted(qualified(group, kind), name, fieldErrors.summary()),
                Details.of(group, kind, name).causes(fieldErrors.causes()));
    }

    private static String qualified(String group, String resource) {
        return group.isEmpty() ? resource : resource + "." + group;
    }

    /// As it is sent to the client.
    public ObjectNode status() {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        put(status.putObject("metadata"), "continue", next);
        status.put("status", "Failure").put("message", getMessage());
        if (!statusReason.word().isEmpty()) {
            status.put("reason", statusReason.word());
        }
        // Clients show the message of an invalid request only if there are details, even empty ones.
        if (!details.equals(Details.NONE) || statusReason == StatusReason.INVALID) {
            ObjectNode said = status.putObject("details");
            put(said, "name", details.name());
            put(said, "group", details.group());
            put(said, "kind", details.kind());
            put(said, "uid", details.uid());
            if (!details.causes().isEmpty()) {
                ArrayNode causes = said.putArray("causes");
                for (Cause cause : details.causes()) {
                    ObjectNode one = causes.addObject();
                    put(one, "reason", cause.reason());
                    put(one, "message", cause.message());
                    put(one, "field", cause.field());
                }
            }
            if (details.retryAfterSeconds() > 0) {
                said.put("retryAfterSeconds", details.retryAfterSeconds());
            }
        }
        return status.put("code", statusReason.code());
    }

    private static void put(ObjectNode node, String field, String value) {
        if (!value.isEmpty()) {
            node.put(field, value);
        }
    }
}
