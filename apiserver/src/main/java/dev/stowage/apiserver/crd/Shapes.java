package dev.stowage.apiserver.crd;

import dev.stowage.apiserver.cel.Shape;
import dev.stowage.apiserver.cel.Shape.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What rules see of a schema.
final class Shapes {
    private static final Shape METADATA = Shape.object(Map.of("name", Shape.TEXT, "generateName", Shape.TEXT));

    private Shapes() {}

    /// @param resource whether the schema is that of whole objects
    static Shape of(JsonSchema schema, boolean resource) {
        if (schema.extensions().intOrString()) {
            return Shape.ANY;
        }
        return switch (schema.type()) {
            case "boolean" -> Shape.BOOLEAN;
            case "integer" -> Shape.INTEGER;
            case "number" -> Shape.NUMBER;
            case "string" -> text(schema.format());
            case "array" -> list(schema);
            case "object" -> object(schema, resource || schema.extensions().embedded());
            default -> Shape.ANY;
        };
    }

    private static Shape text(String format) {
        return switch (format) {
            case "byte" -> Shape.of(Kind.BYTES);
            case "duration" -> Shape.of(Kind.DURATION);
            case "date-time" -> Shape.of(Kind.TIME);
            default -> Shape.TEXT;
        };
    }

    private static Shape list(JsonSchema schema) {
        Shape items = schema.items().map(item -> of(item, false)).orElse(Shape.ANY);
        boolean set = schema.extensions().listType().equals("set");
        return new Shape(
                Kind.LIST, Map.of(), Optional.of(items), schema.extensions().listKeys(), set);
    }

    private static Shape object(JsonSchema schema, boolean resource) {
        if (schema.properties().isEmpty() && schema.open()) {
            return Shape.map(schema.additional().map(value -> of(value, false)).orElse(Shape.ANY));
        }
        Map<String, Shape> fields = new LinkedHashMap<>();
        schema.properties().forEach((name, property) -> fields.put(name, of(property, false)));
        if (resource) {
            fields.put("apiVersion", Shape.TEXT);
            fields.put("kind", Shape.TEXT);
            fields.put("metadata", METADATA);
        }
        return Shape.object(fields);
    }
}
