package dev.stowage.apiserver.registry.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.validation.ImmutableFields;

/// ResourceClaims and ResourceClaimTemplates.
final class ResourceClaimStrategy implements ResourceStrategy {
    private final String[] path;

    /// @param path of the spec of the claim
    ResourceClaimStrategy(String... path) {
        this.path = path.clone();
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode request : JsonTree.list(JsonTree.at(object, path), "devices", "requests")) {
            JsonTree.object(request, "exactly").ifPresent(ResourceClaimStrategy::count);
            for (JsonNode choice : JsonTree.list(request, "firstAvailable")) {
                if (choice instanceof ObjectNode one) {
                    count(one);
                }
            }
        }
    }

    private static void count(ObjectNode request) {
        FieldDefaults.text(request, "allocationMode", "ExactCount");
        if (JsonTree.text(request, "allocationMode").equals("ExactCount") && TableCells.number(request, "count") == 0) {
            request.put("count", 1);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        if (path.length == 1) {
            object.putObject("status");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        ImmutableFields.validate(object, old, "spec", "", fieldErrors);
    }
}
