package dev.stowage.apiserver.group.rbac;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Roles and who has them.
public final class Rbac {
    private Rbac() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("rbac.authorization.k8s.io", "io.k8s.api.rbac", types);
        return List.of(
                RoleBindings.resource(
                        group.resource("ClusterRoleBinding", "clusterrolebindings")
                                .cluster(),
                        false),
                Roles.resource(group.resource("ClusterRole", "clusterroles").cluster(), false),
                RoleBindings.resource(group.resource("RoleBinding", "rolebindings"), true),
                Roles.resource(group.resource("Role", "roles"), true));
    }
}
