package dev.stowage.apiserver.registry.rbac;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `rbac.authorization.k8s.io`.
public final class RbacGroup {
    private RbacGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("rbac.authorization.k8s.io", "io.k8s.api.rbac", types);
        return List.of(
                RoleBindingStrategy.resource(
                        apiGroup.resource("ClusterRoleBinding", "clusterrolebindings")
                                .cluster(),
                        false),
                RoleStrategy.resource(
                        apiGroup.resource("ClusterRole", "clusterroles").cluster(), false),
                RoleBindingStrategy.resource(apiGroup.resource("RoleBinding", "rolebindings"), true),
                RoleStrategy.resource(apiGroup.resource("Role", "roles"), true));
    }
}
