package dev.stowage.apiserver.registry.scheduling;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `scheduling.k8s.io`: PriorityClasses.
public final class SchedulingGroup {
    private SchedulingGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("scheduling.k8s.io", "io.k8s.api.scheduling", types);
        return List.of(PriorityClassStrategy.resource(apiGroup));
    }
}
