package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.validation.Names;
import java.util.List;
import java.util.Locale;

/// Objects inside of objects have to say of what kind they are.
final class EmbeddedObjects {
    private EmbeddedObjects() {}

    static void validate(JsonSchema schema, JsonNode value, String path, Problems problems) {
        if (value.isObject()) {
            if (schema.extensions().embedded()) {
                text(value, path, "apiVersion", problems);
                text(value, path, "kind", problems);
                kind(value.path("kind").asText(), path + ".kind", problems);
            }
            value.properties().forEach(field -> {
                String key = field.getKey();
                JsonSchema property = schema.properties().get(key);
                if (property != null) {
                    validate(property, field.getValue(), path.isEmpty() ? key : path + "." + key, problems);
                } else if (schema.additional().isPresent()) {
                    validate(schema.additional().get(), field.getValue(), path + "[" + key + "]", problems);
                }
            });
        }
        if (value.isArray() && schema.items().isPresent()) {
            for (int i = 0; i < value.size(); i++) {
                validate(schema.items().get(), value.get(i), path + "[" + i + "]", problems);
            }
        }
    }

    private static void text(JsonNode object, String path, String name, Problems problems) {
        JsonNode value = object.path(name);
        String field = path + "." + name;
        if (value.isMissingNode()) {
            problems.required(field, "");
        } else if (!value.isTextual()) {
            problems.invalid(field, Shown.value(value), "must be a string");
        } else if (value.textValue().isEmpty()) {
            problems.invalid(field, "\"\"", "must not be empty");
        }
    }

    private static void kind(String kind, String field, Problems problems) {
        List<String> wrong = Names.dns1035Label(kind.toLowerCase(Locale.ROOT));
        if (!kind.isEmpty() && !wrong.isEmpty()) {
            problems.invalid(
                    field, quoted(kind), "may have mixed case, but should otherwise match: " + String.join(",", wrong));
        }
    }
}
