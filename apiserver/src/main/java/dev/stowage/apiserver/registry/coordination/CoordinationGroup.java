package dev.stowage.apiserver.registry.coordination;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Leases: who holds what, and until when.
public final class CoordinationGroup {
    private CoordinationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("coordination.k8s.io", "io.k8s.api.coordination", types);
        return List.of(LeaseStrategy.resource(apiGroup));
    }
}
