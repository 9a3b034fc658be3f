package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.Scalar;
import java.util.Map;
import java.util.Optional;

/// Scalars, including those with a definition of their own, such as quantities.
final class ScalarDefinitions {
    private static final Map<Kind, String> DEFINED = Map.of(
            Kind.QUANTITY, "io.k8s.apimachinery.pkg.api.resource.Quantity",
            Kind.TIME, "io.k8s.apimachinery.pkg.apis.meta.v1.Time",
            Kind.MICRO_TIME, "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime",
            Kind.INT_OR_STRING, "io.k8s.apimachinery.pkg.util.intstr.IntOrString");

    private ScalarDefinitions() {}

    static boolean isDefined(Scalar scalar) {
        return DEFINED.containsKey(scalar.kind());
    }

    static String name(Scalar scalar) {
        return DEFINED.getOrDefault(scalar.kind(), "");
    }

    static ObjectNode definition(String name, OpenApiVersion openApiVersion) {
        ObjectNode schema = Json.object();
        switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "Quantity" -> either(schema, openApiVersion, "string", "number");
            case "IntOrString" ->
                either(schema, openApiVersion, "integer", "string").put("format", "int-or-string");
            case "Time", "MicroTime" -> schema.put("type", "string").put("format", "date-time");
            case "RawExtension", "FieldsV1", "Patch" -> schema.put("type", "object");
            default -> schema.put("description", "Any JSON.");
        }
        return schema;
    }

    private static ObjectNode either(ObjectNode schema, OpenApiVersion openApiVersion, String one, String other) {
        if (openApiVersion == OpenApiVersion.V2) {
            return schema.put("type", "string");
        }
        schema.putArray("oneOf")
                .add(Json.object().put("type", one))
                .add(Json.object().put("type", other));
        return schema;
    }

    static ObjectNode plain(Scalar scalar) {
        ObjectNode schema = switch (scalar.kind()) {
            case STRING -> typed("string");
            case BYTES -> typed("string").put("format", "byte");
            case INT32 -> typed("integer").put("format", "int32");
            case INT64 -> typed("integer").put("format", "int64");
            case NUMBER -> typed("number").put("format", "double");
            case BOOLEAN -> typed("boolean");
            case TIME, MICRO_TIME -> typed("string").put("format", "date-time");
            case INT_OR_STRING -> Json.object().put("x-kubernetes-int-or-string", true);
            case QUANTITY -> typed("string");
        };
        if (!scalar.choices().isEmpty()) {
            scalar.choices().forEach(schema.putArray("enum")::add);
        }
        return schema;
    }

    /// The zero value of a scalar, which is equivalent to no value.
    static Optional<JsonNode> zero(Scalar scalar) {
        return switch (scalar.kind()) {
            case STRING -> Optional.of(TextNode.valueOf(""));
            case INT32, INT64, NUMBER -> Optional.of(IntNode.valueOf(0));
            case BOOLEAN -> Optional.of(BooleanNode.FALSE);
            case BYTES, TIME, MICRO_TIME, INT_OR_STRING, QUANTITY -> Optional.empty();
        };
    }

    private static ObjectNode typed(String type) {
        return Json.object().put("type", type);
    }
}
