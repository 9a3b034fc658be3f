package dev.stowage.apiserver.registry.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.names.ApiGroups;
import java.util.Set;

final class ServiceAccountStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("ServiceAccount", "serviceaccounts")
                .shortNames("sa")
                .part("token", ApiGroups.AUTHENTICATION, "v1", "TokenRequest", Verb.CREATE)
                .strategy(new ServiceAccountStrategy())
                .columns(FunctionColumns.name().age())
                .done();
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        nameSecretsOnly(object);
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        nameSecretsOnly(object);
    }

    /// Secrets are in the same namespace, so only their names are stored.
    private static void nameSecretsOnly(ObjectNode object) {
        for (JsonNode secret : JsonTree.list(object, "secrets")) {
            if (secret instanceof ObjectNode reference) {
                reference.retain(Set.of("name"));
            }
        }
    }
}
