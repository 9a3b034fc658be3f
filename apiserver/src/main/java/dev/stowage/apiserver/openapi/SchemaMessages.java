package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.protobuf.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The schemas of a document of version 2 in protobuf: the message `Schema` of gnostic, and values of any type.
///
/// Keywords that version 2 does not have, such as `oneOf` in the schema of a custom resource, have no field and
/// are left out.
final class SchemaMessages {
    private static final int VENDOR_EXTENSION = 31;

    private SchemaMessages() {}

    static void schema(JsonNode schema, WireWriter out) {
        for (Map.Entry<String, JsonNode> member : schema.properties()) {
            keyword(member.getKey(), member.getValue(), out);
        }
    }

    private static void keyword(String name, JsonNode value, WireWriter out) {
        switch (name) {
            case "$ref" -> out.text(1, value.asText());
            case "format" -> out.text(2, value.asText());
            case "title" -> out.text(3, value.asText());
            case "description" -> out.text(4, value.asText());
            case "default" -> out.message(5, any -> any(value, any));
            case "multipleOf" -> out.number(6, value.asDouble());
            case "maximum" -> out.number(7, value.asDouble());
            case "exclusiveMaximum" -> out.flag(8, value.asBoolean());
            case "minimum" -> out.number(9, value.asDouble());
            case "exclusiveMinimum" -> out.flag(10, value.asBoolean());
            case "maxLength" -> out.number(11, value.asLong());
            case "minLength" -> out.number(12, value.asLong());
            case "pattern" -> out.text(13, value.asText());
            case "maxItems" -> out.number(14, value.asLong());
            case "minItems" -> out.number(15, value.asLong());
            case "uniqueItems" -> out.flag(16, value.asBoolean());
            case "maxProperties" -> out.number(17, value.asLong());
            case "minProperties" -> out.number(18, value.asLong());
            case "required" -> texts(19, value, out);
            case "enum" -> value.forEach(each -> out.message(20, any -> any(each, any)));
            case "additionalProperties" -> out.message(21, item -> schemaOrFlag(value, item));
            case "type" -> out.message(22, item -> texts(1, value, item));
            case "items" -> out.message(23, item -> schemas(1, value, item));
            case "allOf" -> schemas(24, value, out);
            case "properties" -> out.message(25, properties -> named(1, value, properties));
            case "readOnly" -> out.flag(27, value.asBoolean());
            case "example" -> out.message(30, any -> any(value, any));
            default -> extension(VENDOR_EXTENSION, name, value, out);
        }
    }

    private static void schemaOrFlag(JsonNode value, WireWriter out) {
        if (value.isBoolean()) {
            out.choice(2, value.asBoolean());
        } else {
            schemas(1, value, out);
        }
    }

    private static void schemas(int field, JsonNode oneOrMore, WireWriter out) {
        if (oneOrMore.isArray()) {
            oneOrMore.forEach(each -> out.message(field, schema -> schema(each, schema)));
        } else {
            out.message(field, schema -> schema(oneOrMore, schema));
        }
    }

    /// A list of schemas with names: `NamedSchema`.
    static void named(int field, JsonNode schemas, WireWriter out) {
        for (Map.Entry<String, JsonNode> each : schemas.properties()) {
            out.message(field, pair -> {
                pair.text(1, each.getKey());
                pair.message(2, schema -> schema(each.getValue(), schema));
            });
        }
    }

    static void texts(int field, JsonNode oneOrMore, WireWriter out) {
        if (oneOrMore.isArray()) {
            oneOrMore.forEach(each -> out.element(field, each.asText()));
        } else {
            out.element(field, oneOrMore.asText());
        }
    }

    /// The message `NamedAny`, if this is the name of an extension; anything else is left out.
    static void extension(int field, String name, JsonNode value, WireWriter out) {
        if (name.startsWith("x-")) {
            out.message(field, pair -> {
                pair.text(1, name);
                pair.message(2, any -> any(value, any));
            });
        }
    }

    /// The message `Any`: the value as YAML, of which JSON is a part.
    private static void any(JsonNode value, WireWriter out) {
        out.text(2, new String(Json.write(value), StandardCharsets.UTF_8) + "\n");
    }
}
