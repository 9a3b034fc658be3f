package dev.stowage.apiserver.group.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import java.util.List;

/// Roles, of a namespace and of the cluster.
final class Roles implements Strategy {
    private final boolean namespaced;

    private Roles(boolean namespaced) {
        this.namespaced = namespaced;
    }

    static Resource resource(Describe role, boolean namespaced) {
        return role.strategy(new Roles(namespaced)).done();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        int i = 0;
        for (JsonNode rule : Tree.list(object, "rules")) {
            rule(rule, "rules[" + i++ + "]", problems);
        }
    }

    private void rule(JsonNode rule, String path, Problems problems) {
        if (Tree.list(rule, "verbs").isEmpty()) {
            problems.required(path + ".verbs", "verbs must contain at least one value");
        }
        JsonNode urls = Tree.list(rule, "nonResourceURLs");
        if (urls.isEmpty()) {
            if (Tree.list(rule, "apiGroups").isEmpty()) {
                problems.required(path + ".apiGroups", "resource rules must supply at least one api group");
            }
            if (Tree.list(rule, "resources").isEmpty()) {
                problems.required(path + ".resources", "resource rules must supply at least one resource");
            }
            return;
        }
        if (namespaced) {
            problems.invalid(
                    path + ".nonResourceURLs", urls.toString(), "namespaced rules cannot apply to non-resource URLs");
        }
        for (String field : List.of("apiGroups", "resources", "resourceNames")) {
            if (!Tree.list(rule, field).isEmpty()) {
                problems.invalid(
                        path + ".nonResourceURLs",
                        urls.toString(),
                        "rules cannot apply to both regular resources and non-resource URLs");
                return;
            }
        }
    }
}
