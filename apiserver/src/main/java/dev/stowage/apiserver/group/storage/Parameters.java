package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// What classes hand to a driver, and the name of that driver.
final class Parameters {
    private static final int MOST = 512;
    private static final int LENGTH = 256 * 1024;

    private Parameters() {}

    static void validate(JsonNode object, boolean allowEmpty, Problems problems) {
        Map<String, String> parameters = Tree.texts(object, "parameters");
        if (parameters.size() > MOST) {
            problems.tooLong("parameters", MOST);
            return;
        }
        if (parameters.containsKey("")) {
            problems.invalid("parameters", "\"\"", "field can not be empty.");
        }
        if (length(parameters) > LENGTH) {
            problems.tooLong("parameters", LENGTH);
        }
        if (!allowEmpty && parameters.isEmpty()) {
            problems.required("parameters", "must contain at least one key/value pair");
        }
    }

    static long length(Map<String, String> texts) {
        long length = 0;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            length += bytes(text.getKey()) + bytes(text.getValue());
        }
        return length;
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static void driver(JsonNode object, String field, Problems problems) {
        String driver = Tree.text(object, field).toLowerCase(Locale.ROOT);
        if (driver.isEmpty()) {
            problems.required(field, "");
        } else {
            Names.qualified(driver).forEach(mistake -> problems.invalid(field, quoted(driver), mistake));
        }
    }
}
