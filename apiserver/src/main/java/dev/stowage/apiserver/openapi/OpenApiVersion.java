package dev.stowage.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;

/// The two versions of OpenAPI, where they differ.
enum OpenApiVersion {
    V2("#/definitions/"),
    V3("#/components/schemas/");

    private final String prefix;

    OpenApiVersion(String prefix) {
        this.prefix = prefix;
    }

    ObjectNode reference(String name) {
        return Json.object().put("$ref", prefix + name);
    }

    /// A reference that can have additional keywords beside it.
    ObjectNode extensibleReference(String name) {
        if (this == V2) {
            return reference(name);
        }
        ObjectNode schema = Json.object();
        schema.putArray("allOf").add(reference(name));
        return schema;
    }
}
