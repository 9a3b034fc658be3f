package dev.stowage.apiserver.group.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;

/// Who has which role, in a namespace and in the cluster.
final class RoleBindings implements Strategy {
    static Resource resource(Describe binding) {
        return binding.strategy(new RoleBindings())
                .columns(TableOf.name()
                        .text("Role", RoleBindings::role)
                        .age()
                        .wide("Users", object -> subjects(object, "User"))
                        .wide("Groups", object -> subjects(object, "Group"))
                        .wide("ServiceAccounts", object -> subjects(object, "ServiceAccount")))
                .done();
    }

    private static String role(JsonNode object) {
        return Tree.text(object, "roleRef", "kind") + "/" + Tree.text(object, "roleRef", "name");
    }

    private static String subjects(JsonNode object, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : Tree.list(object, "subjects")) {
            if (Tree.text(subject, "kind").equals(kind)) {
                String name = Tree.text(subject, "name");
                names.add(kind.equals("ServiceAccount") ? Tree.text(subject, "namespace") + "/" + name : name);
            }
        }
        return String.join(", ", names);
    }

    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }
}
