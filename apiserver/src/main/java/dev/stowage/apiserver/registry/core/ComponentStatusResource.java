package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;

/// Served for old clients; the list is always empty.
final class ComponentStatusResource {
    private ComponentStatusResource() {}

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ComponentStatus", "componentstatuses")
                .shortNames("cs")
                .cluster()
                .only(Verb.GET, Verb.LIST)
                .columns(FunctionColumns.name()
                        .text("Status", ComponentStatusResource::health)
                        .text(
                                "Message",
                                object -> healthy(object).path("message").asText(""))
                        .text("Error", object -> healthy(object).path("error").asText("")))
                .done();
    }

    private static JsonNode healthy(JsonNode object) {
        for (JsonNode condition : JsonTree.list(object, "conditions")) {
            if (JsonTree.text(condition, "type").equals("Healthy")) {
                return condition;
            }
        }
        return object.path("conditions").path("Healthy");
    }

    private static String health(JsonNode object) {
        return switch (JsonTree.text(healthy(object), "status")) {
            case "" -> "Unknown";
            case "True" -> "Healthy";
            default -> "Unhealthy";
        };
    }
}
