package dev.stowage.apiserver.group.policy;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Budgets for the disruption of pods.
public final class Policy {
    private Policy() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("policy", "io.k8s.api.policy", types);
        return List.of(PodDisruptionBudgets.resource(group));
    }
}
