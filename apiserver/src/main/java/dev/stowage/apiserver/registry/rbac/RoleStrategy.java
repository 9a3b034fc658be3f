package dev.stowage.apiserver.registry.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.k8s.validation.NameValidator;
import java.util.List;

/// Roles, of a namespace and of the cluster.
final class RoleStrategy implements ResourceStrategy {
    private final boolean namespaced;

    private RoleStrategy(boolean namespaced) {
        this.namespaced = namespaced;
    }

    static ResourceDescriptor resource(ResourceBuilder role, boolean namespaced) {
        return role.strategy(new RoleStrategy(namespaced)).done();
    }

    @Override
    public NameValidator nameValidator() {
        return NameValidator.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        int i = 0;
        for (JsonNode rule : JsonTree.list(object, "rules")) {
            rule(rule, "rules[" + i++ + "]", fieldErrors);
        }
    }

    private void rule(JsonNode rule, String path, FieldErrors fieldErrors) {
        if (JsonTree.list(rule, "verbs").isEmpty()) {
            fieldErrors.required(path + ".verbs", "verbs must contain at least one value");
        }
        JsonNode urls = JsonTree.list(rule, "nonResourceURLs");
        if (urls.isEmpty()) {
            if (JsonTree.list(rule, "apiGroups").isEmpty()) {
                fieldErrors.required(path + ".apiGroups", "resource rules must supply at least one api group");
            }
            if (JsonTree.list(rule, "resources").isEmpty()) {
                fieldErrors.required(path + ".resources", "resource rules must supply at least one resource");
            }
            return;
        }
        if (namespaced) {
            fieldErrors.invalid(
                    path + ".nonResourceURLs", urls.toString(), "namespaced rules cannot apply to non-resource URLs");
        }
        for (String field : List.of("apiGroups", "resources", "resourceNames")) {
            if (!JsonTree.list(rule, field).isEmpty()) {
                fieldErrors.invalid(
                        path + ".nonResourceURLs",
                        urls.toString(),
                        "rules cannot apply to both regular resources and non-resource URLs");
                return;
            }
        }
    }
}
