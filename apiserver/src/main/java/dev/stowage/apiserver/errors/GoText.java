package dev.stowage.apiserver.errors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A value as Kubernetes writes it into messages about patches: `map[name:web ports:[80 81]]`.
public final class GoText {
    private GoText() {}

    public static String of(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(JsonNode value, StringBuilder text) {
        if (value.isObject()) {
            List<String> keys = new ArrayList<>();
            value.fieldNames().forEachRemaining(keys::add);
            Collections.sort(keys);
            String between = "";
            text.append("map[");
            for (String key : keys) {
                text.append(between).append(key).append(':');
                write(value.path(key), text);
                between = " ";
            }
            text.append(']');
        } else if (value.isArray()) {
            String between = "";
            text.append('[');
            for (JsonNode item : value) {
                text.append(between);
                write(item, text);
                between = " ";
            }
            text.append(']');
        } else {
            text.append(value.isNull() ? "<nil>" : value.asText());
        }
    }

    /// The Go type of a value, as in these messages.
    public static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "[]interface {}";
            case OBJECT, POJO -> "map[string]interface {}";
            case STRING, BINARY -> "string";
            case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
            case BOOLEAN -> "bool";
            case NULL, MISSING -> "%!s(<nil>)";
        };
    }
}
