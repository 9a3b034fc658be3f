package dev.stowage.apiserver.group.apps;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;

/// How many pods may be missing or too many while they are replaced: a number or a percentage.
final class RollingUpdate {
    private RollingUpdate() {}

    static void numberOrPercent(JsonNode value, String path, Problems problems) {
        if (value.isTextual()) {
            if (!value.textValue().matches("[0-9]+%")) {
                problems.invalid(
                        path,
                        quoted(value.textValue()),
                        "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or"
                                + " '93%', regex used for validation is '[0-9]+%')");
            }
        } else if (value.asLong() < 0) {
            problems.invalid(path, value.asText(), Checks.NEGATIVE);
        }
    }

    static void atMostAll(JsonNode value, String path, Problems problems) {
        if (value.isTextual() && value.textValue().matches("[0-9]+%") && amount(value) > 100) {
            problems.invalid(path, quoted(value.textValue()), "must not be greater than 100%");
        }
    }

    static long amount(JsonNode value) {
        String text = value.asText("0").replace("%", "");
        return text.matches("-?[0-9]{1,9}") ? Long.parseLong(text) : Integer.MAX_VALUE;
    }
}
