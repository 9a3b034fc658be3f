package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.InitialStatus;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

final class ResourceQuotaStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ResourceQuota", "resourcequotas")
                .shortNames("quota")
                .status(StatusStrategy.TAKES_METADATA)
                .strategy(new ResourceQuotaStrategy())
                .columns(FunctionColumns.name()
                        .text("Request", object -> amounts(object, false))
                        .text("Limit", object -> amounts(object, true))
                        .age())
                .done();
    }

    private static String amounts(JsonNode object, boolean limits) {
        TreeMap<String, String> hard = new TreeMap<>(JsonTree.texts(object, "status", "hard"));
        List<String> texts = new ArrayList<>();
        hard.forEach((resource, amount) -> {
            if (resource.startsWith("limits.") == limits) {
                JsonNode used = JsonTree.at(object, "status", "used", resource);
                texts.add("%s: %s/%s".formatted(resource, used.asText("0"), amount));
            }
        });
        return String.join(", ", texts);
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        InitialStatus.status(object, "io.k8s.api.core.v1.ResourceQuotaStatus");
    }
}
