package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.LinkedHashSet;
import java.util.Set;

/// Finds unknown formats, for a warning to the client.
public final class UnknownFormats {
    private UnknownFormats() {}

    public static Set<String> in(JsonNode schema) {
        Set<String> formats = new LinkedHashSet<>();
        collect(schema, formats);
        return formats;
    }

    private static void collect(JsonNode schema, Set<String> formats) {
        String format = JsonTree.text(schema, "format");
        if (!format.isEmpty() && StringFormats.known(schema).isEmpty()) {
            formats.add(format);
        }
        for (String name : new String[] {"items", "additionalProperties", "not"}) {
            if (schema.path(name).isObject()) {
                collect(schema.path(name), formats);
            }
        }
        for (String name : new String[] {"properties", "allOf", "anyOf", "oneOf"}) {
            schema.path(name).forEach(child -> collect(child, formats));
        }
    }
}
