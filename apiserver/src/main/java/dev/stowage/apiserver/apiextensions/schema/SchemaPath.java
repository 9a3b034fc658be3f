package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/// A path such as `.spec.containers['a.b']` that leads to a field of a schema.
///
/// @param field the path in the format of messages: `spec.containers[a.b]`
/// @param schema the schema at the path
public record SchemaPath(String field, List<String> steps, JsonNode schema) {

    /// The path does not exist in the schema.
    public static final class NoSuchPathException extends Exception {
        private static final long serialVersionUID = 1;

        NoSuchPathException(String message) {
            super(message);
        }
    }

    /// @param brackets whether steps may be written in brackets
    public static SchemaPath of(String path, JsonNode schema, boolean brackets) throws NoSuchPathException {
        StringBuilder field = new StringBuilder();
        List<String> steps = new ArrayList<>();
        JsonNode at = schema;
        int next = 0;
        while (next < path.length()) {
            char delimiter = path.charAt(next);
            String step;
            if (delimiter == '.') {
                int end = end(path, next + 1);
                step = path.substring(next + 1, end);
                next = end;
                if (step.isEmpty()) {
                    throw new NoSuchPathException(
                            next < path.length() ? "does not refer to a valid field" : "unexpected end of JSON path");
                }
            } else if (delimiter == '[') {
                if (!brackets) {
                    throw new NoSuchPathException("array notation is not allowed");
                }
                int close = path.indexOf("']", next);
                if (!path.startsWith("['", next) || close < next + 2) {
                    throw new NoSuchPathException("expected single quoted string but got " + path.substring(next + 1));
                }
                step = path.substring(next + 2, close).replace("\\'", "'").replace("\\\\", "\\");
                next = close + 2;
            } else {
                throw new NoSuchPathException("expected [ or . but got: " + path.substring(next, end(path, next)));
            }
            at = step(at, step, field);
            steps.add(step);
        }
        return new SchemaPath(field.toString(), steps, at);
    }

    private static int end(String path, int from) {
        int end = from;
        while (end < path.length() && ".[]".indexOf(path.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static JsonNode step(JsonNode schema, String step, StringBuilder field) throws NoSuchPathException {
        JsonNode properties = schema.path("properties");
        if (properties.isObject() && !properties.isEmpty()) {
            if (!properties.has(step)) {
                throw new NoSuchPathException("does not refer to a valid field");
            }
            field.append(field.isEmpty() ? "" : ".").append(step);
            return properties.get(step);
        }
        if (!JsonTree.has(schema, "additionalProperties")) {
            throw new NoSuchPathException("does not refer to a valid field");
        }
        field.append('[').append(step).append(']');
        return schema.path("additionalProperties");
    }
}
