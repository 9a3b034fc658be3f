package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.protobuf.WireWriter;
import java.util.Map;

/// A document of version 2 in protobuf: the message `Document` of gnostic, which kubectl reads. Only the parts
/// are translated that [OpenApiDocuments] writes.
final class DocumentMessages {
    private DocumentMessages() {}

    static byte[] encode(JsonNode document) {
        WireWriter out = new WireWriter();
        out.text(1, document.path("swagger").asText());
        out.message(2, info -> {
            info.text(1, document.path("info").path("title").asText());
            info.text(2, document.path("info").path("version").asText());
        });
        out.message(8, paths -> {
            for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
                paths.message(2, pair -> {
                    pair.text(1, path.getKey());
                    pair.message(2, item -> pathItem(path.getValue(), item));
                });
            }
        });
        out.message(9, definitions -> SchemaMessages.named(1, document.path("definitions"), definitions));
        return out.bytes();
    }

    private static void pathItem(JsonNode item, WireWriter out) {
        for (Map.Entry<String, JsonNode> member : item.properties()) {
            JsonNode value = member.getValue();
            switch (member.getKey()) {
                case "get" -> out.message(2, operation -> operation(value, operation));
                case "put" -> out.message(3, operation -> operation(value, operation));
                case "post" -> out.message(4, operation -> operation(value, operation));
                case "delete" -> out.message(5, operation -> operation(value, operation));
                case "options" -> out.message(6, operation -> operation(value, operation));
                case "head" -> out.message(7, operation -> operation(value, operation));
                case "patch" -> out.message(8, operation -> operation(value, operation));
                case "parameters" -> parameters(9, value, out);
                default -> SchemaMessages.extension(10, member.getKey(), value, out);
            }
        }
    }

    private static void operation(JsonNode operation, WireWriter out) {
        for (Map.Entry<String, JsonNode> member : operation.properties()) {
            JsonNode value = member.getValue();
            switch (member.getKey()) {
                case "tags" -> SchemaMessages.texts(1, value, out);
                case "summary" -> out.text(2, value.asText());
                case "description" -> out.text(3, value.asText());
                case "operationId" -> out.text(5, value.asText());
                case "produces" -> SchemaMessages.texts(6, value, out);
                case "consumes" -> SchemaMessages.texts(7, value, out);
                case "parameters" -> parameters(8, value, out);
                case "responses" -> out.message(9, responses -> responses(value, responses));
                case "schemes" -> SchemaMessages.texts(10, value, out);
                case "deprecated" -> out.flag(11, value.asBoolean());
                default -> SchemaMessages.extension(13, member.getKey(), value, out);
            }
        }
    }

    private static void responses(JsonNode responses, WireWriter out) {
        for (Map.Entry<String, JsonNode> response : responses.properties()) {
            JsonNode value = response.getValue();
            out.message(1, pair -> {
                pair.text(1, response.getKey());
                pair.message(
                        2,
                        either -> either.message(1, body -> {
                            body.text(1, value.path("description").asText());
                            if (value.has("schema")) {
                                body.message(
                                        2,
                                        item -> item.message(
                                                1, schema -> SchemaMessages.schema(value.path("schema"), schema)));
                            }
                        }));
            });
        }
    }

    /// The messages `ParametersItem` and `Parameter`, of which each is one of several.
    private static void parameters(int field, JsonNode parameters, WireWriter out) {
        for (JsonNode parameter : parameters) {
            out.message(
                    field,
                    item -> item.message(1, either -> {
                        if (parameter.path("in").asText().equals("body")) {
                            either.message(1, body -> bodyParameter(parameter, body));
                        } else {
                            either.message(2, other -> otherParameter(parameter, other));
                        }
                    }));
        }
    }

    private static void bodyParameter(JsonNode parameter, WireWriter out) {
        out.text(1, parameter.path("description").asText());
        out.text(2, parameter.path("name").asText());
        out.text(3, parameter.path("in").asText());
        out.flag(4, parameter.path("required").asBoolean());
        out.message(5, schema -> SchemaMessages.schema(parameter.path("schema"), schema));
    }

    /// The fields of a parameter in the query have other numbers than those of one in the path.
    private static void otherParameter(JsonNode parameter, WireWriter out) {
        boolean isQuery = parameter.path("in").asText().equals("query");
        out.message(isQuery ? 3 : 4, fields -> {
            fields.flag(1, parameter.path("required").asBoolean());
            fields.text(2, parameter.path("in").asText());
            fields.text(3, parameter.path("description").asText());
            fields.text(4, parameter.path("name").asText());
            fields.text(isQuery ? 6 : 5, parameter.path("type").asText());
            fields.text(isQuery ? 7 : 6, parameter.path("format").asText());
            fields.flag(isQuery ? 20 : 19, parameter.path("uniqueItems").asBoolean());
        });
    }
}
