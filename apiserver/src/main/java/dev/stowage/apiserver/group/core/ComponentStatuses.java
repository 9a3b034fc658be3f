package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.resource.Verb;

/// Listed for those who still ask; there are none.
final class ComponentStatuses {
    private ComponentStatuses() {}

    static Resource resource(Group group) {
        return group.resource("ComponentStatus", "componentstatuses")
                .shortNames("cs")
                .cluster()
                .only(Verb.GET, Verb.LIST)
                .columns(TableOf.name()
                        .text("Status", ComponentStatuses::health)
                        .text(
                                "Message",
                                object -> healthy(object).path("message").asText(""))
                        .text("Error", object -> healthy(object).path("error").asText("")))
                .done();
    }

    private static JsonNode healthy(JsonNode object) {
        for (JsonNode condition : Tree.list(object, "conditions")) {
            if (Tree.text(condition, "type").equals("Healthy")) {
                return condition;
            }
        }
        return object.path("conditions").path("Healthy");
    }

    private static String health(JsonNode object) {
        return switch (Tree.text(healthy(object), "status")) {
            case "" -> "Unknown";
            case "True" -> "Healthy";
            default -> "Unhealthy";
        };
    }
}
