package dev.stowage.apiserver.registry.apps;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.registry.FieldChecks;

/// Validates `maxUnavailable` and `maxSurge`: a number or a percentage.
final class RollingUpdateValidation {
    private RollingUpdateValidation() {}

    static void numberOrPercent(JsonNode value, String path, FieldErrors fieldErrors) {
        if (value.isTextual()) {
            if (!value.textValue().matches("[0-9]+%")) {
                fieldErrors.invalid(
                        path,
                        quoted(value.textValue()),
                        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or"
                                + " '93%', regex used for validation is '[0-9]+%')");
            }
        } else if (value.asLong() < 0) {
            fieldErrors.invalid(path, value.asText(), FieldChecks.NEGATIVE);
        }
    }

    static void atMostAll(JsonNode value, String path, FieldErrors fieldErrors) {
        if (value.isTextual() && value.textValue().matches("[0-9]+%") && amount(value) > 100) {
            fieldErrors.invalid(path, quoted(value.textValue()), "must not be greater than 100%");
        }
    }

    static long amount(JsonNode value) {
        String text = value.asText("0").replace("%", "");
        return text.matches("-?[0-9]{1,9}") ? Long.parseLong(text) : Integer.MAX_VALUE;
    }
}
