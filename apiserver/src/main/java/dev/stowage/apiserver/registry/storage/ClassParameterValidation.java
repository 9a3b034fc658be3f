package dev.stowage.apiserver.registry.storage;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidation;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// Validates the parameters and the driver name of a class.
final class ClassParameterValidation {
    private static final int MOST = 512;
    private static final int LENGTH = 256 * 1024;

    private ClassParameterValidation() {}

    static void validate(JsonNode object, boolean allowEmpty, FieldErrors fieldErrors) {
        Map<String, String> parameters = JsonTree.texts(object, "parameters");
        if (parameters.size() > MOST) {
            fieldErrors.tooLong("parameters", MOST);
            return;
        }
        if (parameters.containsKey("")) {
            fieldErrors.invalid("parameters", "\"\"", "field can not be empty.");
        }
        if (length(parameters) > LENGTH) {
            fieldErrors.tooLong("parameters", LENGTH);
        }
        if (!allowEmpty && parameters.isEmpty()) {
            fieldErrors.required("parameters", "must contain at least one key/value pair");
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

    static void driver(JsonNode object, String field, FieldErrors fieldErrors) {
        String driver = JsonTree.text(object, field).toLowerCase(Locale.ROOT);
        if (driver.isEmpty()) {
            fieldErrors.required(field, "");
        } else {
            NameValidation.qualified(driver)
                    .forEach(violation -> fieldErrors.invalid(field, quoted(driver), violation));
        }
    }
}
