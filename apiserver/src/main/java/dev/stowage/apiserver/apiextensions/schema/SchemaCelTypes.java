package dev.stowage.apiserver.apiextensions.schema;

import dev.stowage.cel.CelType;
import dev.stowage.cel.CelType.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The CEL types of a schema.
final class SchemaCelTypes {
    private static final CelType METADATA = CelType.object(Map.of("name", CelType.TEXT, "generateName", CelType.TEXT));

    private SchemaCelTypes() {}

    /// @param resource whether the schema is that of whole objects
    static CelType of(JsonSchema schema, boolean resource) {
        if (schema.extensions().intOrString()) {
            return CelType.ANY;
        }
        return switch (schema.type()) {
            case "boolean" -> CelType.BOOLEAN;
            case "integer" -> CelType.INTEGER;
            case "number" -> CelType.NUMBER;
            case "string" -> text(schema.format());
            case "array" -> list(schema);
            case "object" -> object(schema, resource || schema.extensions().embedded());
            default -> CelType.ANY;
        };
    }

    private static CelType text(String format) {
        return switch (format) {
            case "byte" -> CelType.of(Kind.BYTES);
            case "duration" -> CelType.of(Kind.DURATION);
            case "date-time" -> CelType.of(Kind.TIME);
            default -> CelType.TEXT;
        };
    }

    private static CelType list(JsonSchema schema) {
        CelType items = schema.items().map(item -> of(item, false)).orElse(CelType.ANY);
        boolean set = schema.extensions().listType().equals("set");
        return new CelType(
                Kind.LIST, Map.of(), Optional.of(items), schema.extensions().listKeys(), set);
    }

    private static CelType object(JsonSchema schema, boolean resource) {
        if (schema.properties().isEmpty() && schema.open()) {
            return CelType.map(
                    schema.additional().map(value -> of(value, false)).orElse(CelType.ANY));
        }
        Map<String, CelType> fields = new LinkedHashMap<>();
        schema.properties().forEach((name, property) -> fields.put(name, of(property, false)));
        if (resource) {
            fields.put("apiVersion", CelType.TEXT);
            fields.put("kind", CelType.TEXT);
            fields.put("metadata", METADATA);
        }
        return CelType.object(fields);
    }
}
