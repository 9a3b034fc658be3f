package dev.stowage.apiserver.registry.policy;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `policy`: PodDisruptionBudgets.
public final class PolicyGroup {
    private PolicyGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("policy", "io.k8s.api.policy", types);
        return List.of(PodDisruptionBudgetStrategy.resource(apiGroup));
    }
}
