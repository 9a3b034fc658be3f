package dev.stowage.apiserver.apiextensions.schema;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;
import java.util.Locale;

/// Embedded objects must set `apiVersion` and `kind`.
public final class EmbeddedObjectValidation {
    private EmbeddedObjectValidation() {}

    public static void validate(JsonSchema schema, JsonNode value, String path, FieldErrors fieldErrors) {
        if (value.isObject()) {
            if (schema.extensions().embedded()) {
                text(value, path, "apiVersion", fieldErrors);
                text(value, path, "kind", fieldErrors);
                kind(value.path("kind").asText(), path + ".kind", fieldErrors);
            }
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonSchema property = schema.properties().get(key);
                if (property != null) {
                    validate(property, field.getValue(), path.isEmpty() ? key : path + "." + key, fieldErrors);
                } else if (schema.additional().isPresent()) {
                    String name = path + "[" + FieldErrors.shortened(key) + "]";
                    validate(schema.additional().get(), field.getValue(), name, fieldErrors);
                }
            });
        }
        if (value.isArray() && schema.items().isPresent()) {
            for (int i = 0; i < value.size(); i++) {
                validate(schema.items().get(), value.get(i), path + "[" + i + "]", fieldErrors);
            }
        }
    }

    private static void text(JsonNode object, String path, String name, FieldErrors fieldErrors) {
        JsonNode value = object.path(name);
        String field = path + "." + name;
        if (value.isMissingNode()) {
            fieldErrors.required(field, "");
        } else if (!value.isTextual()) {
            fieldErrors.invalid(field, JsonValueText.value(value), "must be a string");
        } else if (value.textValue().isEmpty()) {
            fieldErrors.invalid(field, "\"\"", "must not be empty");
        }
    }

    private static void kind(String kind, String field, FieldErrors fieldErrors) {
        List<String> violations = NameValidation.dns1035Label(kind.toLowerCase(Locale.ROOT));
        if (!kind.isEmpty() && !violations.isEmpty()) {
            fieldErrors.invalid(
                    field,
                    quoted(kind),
                    "may have mixed case, but should otherwise match: " + String.join(",", violations));
        }
    }
}
