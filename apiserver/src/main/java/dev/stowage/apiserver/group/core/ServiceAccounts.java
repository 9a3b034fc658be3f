package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.resource.Verb;
import java.util.Set;

final class ServiceAccounts implements Strategy {
    static Resource resource(Group group) {
        return group.resource("ServiceAccount", "serviceaccounts")
                .shortNames("sa")
                .part("token", "authentication.k8s.io", "v1", "TokenRequest", Verb.CREATE)
                .strategy(new ServiceAccounts())
                .columns(TableOf.name().age())
                .done();
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        nameSecretsOnly(object);
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        nameSecretsOnly(object);
    }

    /// Secrets are those of the same namespace; nothing but their names counts.
    private static void nameSecretsOnly(ObjectNode object) {
        for (JsonNode secret : Tree.list(object, "secrets")) {
            if (secret instanceof ObjectNode reference) {
                reference.retain(Set.of("name"));
            }
        }
    }
}
