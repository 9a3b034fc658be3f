package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Blank;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

final class ResourceQuotas implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ResourceQuota", "resourcequotas")
                .shortNames("quota")
                .status(StatusRule.TAKES_METADATA)
                .strategy(new ResourceQuotas())
                .columns(TableOf.name()
                        .text("Request", object -> amounts(object, false))
                        .text("Limit", object -> amounts(object, true))
                        .age())
                .done();
    }

    private static String amounts(JsonNode object, boolean limits) {
        TreeMap<String, String> hard = new TreeMap<>(Tree.texts(object, "status", "hard"));
        List<String> texts = new ArrayList<>();
        hard.forEach((resource, amount) -> {
            if (resource.startsWith("limits.") == limits) {
                JsonNode used = Tree.at(object, "status", "used", resource);
                texts.add("%s: %s/%s".formatted(resource, used.asText("0"), amount));
            }
        });
        return String.join(", ", texts);
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        Blank.status(object, "io.k8s.api.core.v1.ResourceQuotaStatus");
    }
}
