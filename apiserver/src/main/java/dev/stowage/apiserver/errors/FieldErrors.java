package dev.stowage.apiserver.errors;

import dev.stowage.apiserver.errors.ApiException.Cause;
import java.util.ArrayList;
import java.util.List;

/// The errors of an object's fields, in the words of Kubernetes: path, type of error, value, detail.
public final class FieldErrors {
    /// Nobody reads more, and a list of a million invalid items would fill the memory with messages.
    private static final int MOST = 1000;
    private static final int LONGEST_KEY = 400;

    private final List<Cause> causes = new ArrayList<>();

    public boolean isEmpty() {
        return causes.isEmpty();
    }

    public List<Cause> causes() {
        return List.copyOf(causes);
    }

    /// @param value as it is shown: a text in quotes, a number bare; see [#quoted]
    public void invalid(String field, String value, String detail) {
        add("FieldValueInvalid", field, "Invalid value: %s: %s".formatted(value, detail));
    }

    public void required(String field, String detail) {
        add("FieldValueRequired", field, detail.isEmpty() ? "Required value" : "Required value: " + detail);
    }

    public void duplicate(String field, String value) {
        add("FieldValueDuplicate", field, "Duplicate value: " + value);
    }

    public void forbidden(String field, String detail) {
        add("FieldValueForbidden", field, "Forbidden: " + detail);
    }

    public void notFound(String field, String value) {
        add("FieldValueNotFound", field, "Not found: " + value);
    }

    /// @param supported in the order in which the message lists them
    public void notSupported(String field, String value, List<String> supported) {
        String values =
                String.join(", ", supported.stream().map(FieldErrors::quoted).toList());
        add(
                "FieldValueNotSupported",
                field,
                "Unsupported value: %s".formatted(value)
                        + (supported.isEmpty() ? "" : ": supported values: " + values));
    }

    public void tooLong(String field, int most) {
        add("FieldValueTooLong", field, "Too long: may not be more than %d bytes".formatted(most));
    }

    public void tooMany(String field, int found, int most) {
        add("FieldValueTooMany", field, "Too many: %d: must have at most %d items".formatted(found, most));
    }

    public void typeInvalid(String field, String value, String detail) {
        add("FieldValueTypeInvalid", field, "Invalid value: %s: %s".formatted(value, detail));
    }

    /// For a value that is too large to show.
    public void invalid(String field, String detail) {
        add("FieldValueInvalid", field, "Invalid value: " + detail);
    }

    public void addAll(FieldErrors others) {
        others.causes.stream().limit(MOST - causes.size()).forEach(causes::add);
    }

    private void add(String reason, String field, String message) {
        if (causes.size() < MOST) {
            causes.add(new Cause(reason, message, field));
        }
    }

    /// A key that a client chose, as a part of a path. The path is written for each of the fields below it, and a long
    /// key above a million fields would take minutes.
    public static String shortened(String key) {
        return key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY) + "...";
    }

    /// A text as it is shown in a message.
    public static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /// All errors in one message; several are enclosed in brackets.
    public String summary() {
        List<String> messages = causes.stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .distinct()
                .toList();
        return messages.size() == 1 ? messages.getFirst() : "[" + String.join(", ", messages) + "]";
    }
}
