package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// Converts a schema to a type for decoding, merging and applying. Its structs have no names: a value of another
/// type is not a decoding error; validation reports it.
public final class SchemaConverter {
    private static final String METADATA = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    private SchemaConverter() {}

    public static Struct resource(JsonSchema schema) {
        return struct(schema, true);
    }

    private static Struct struct(JsonSchema schema, boolean resource) {
        SequencedMap<String, Field> fields = new LinkedHashMap<>();
        if (resource || schema.extensions().embedded()) {
            fields.put("apiVersion", plain(new Schema.Scalar(Kind.STRING)));
            fields.put("kind", plain(new Schema.Scalar(Kind.STRING)));
            fields.put("metadata", plain(BuiltInTypes.of(METADATA)));
        }
        schema.properties().forEach((key, property) -> fields.putIfAbsent(key, field(property)));
        schema.required().forEach(key -> fields.computeIfPresent(key, (_, field) -> required(field)));
        boolean preserving = schema.extensions().preserving() || schema.open() || schema.closed();
        return new Struct("", fields, schema.extensions().mapType().equals("atomic"), preserving);
    }

    private static Field plain(Schema type) {
        return new Field(type, false, Optional.empty(), false);
    }

    private static Field field(JsonSchema schema) {
        Optional<JsonNode> preset = schema.preset();
        return new Field(of(schema), false, preset, false, false, schema.nullable(), Schema.EmptyValue.KEPT);
    }

    private static Field required(Field field) {
        return new Field(
                field.type(),
                true,
                field.preset(),
                field.retainKeys(),
                field.replaced(),
                field.nullable(),
                field.emptyValue());
    }

    private static Schema of(JsonSchema schema) {
        if (schema.extensions().intOrString()) {
            return new Schema.Scalar(Kind.INT_OR_STRING);
        }
        return switch (schema.type()) {
            case "string" -> new Schema.Scalar(Kind.STRING);
            case "boolean" -> new Schema.Scalar(Kind.BOOLEAN);
            case "integer" -> new Schema.Scalar(Kind.INT64);
            case "number" -> new Schema.Scalar(Kind.NUMBER);
            case "array" -> list(schema);
            case "object" -> object(schema);
            default -> new Schema.AnyJson();
        };
    }

    private static Schema list(JsonSchema schema) {
        Schema items = schema.items().map(SchemaConverter::of).orElseGet(Schema.AnyJson::new);
        ListKind kind = switch (schema.extensions().listType()) {
            case "set" -> ListKind.SET;
            case "map" -> ListKind.MAP;
            default -> ListKind.ATOMIC;
        };
        return new Schema.Sequence(items, kind, schema.extensions().listKeys(), Optional.empty(), false);
    }

    private static Schema object(JsonSchema schema) {
        boolean map = schema.properties().isEmpty() && (schema.open() || schema.closed());
        if (!map) {
            return struct(schema, false);
        }
        Schema values = schema.additional().map(SchemaConverter::of).orElseGet(Schema.AnyJson::new);
        return new Schema.Mapping(values, schema.extensions().mapType().equals("atomic"));
    }
}
