package dev.stowage.apiserver.registry.coordination;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `coordination.k8s.io`: leases.
public final class CoordinationGroup {
    private CoordinationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.COORDINATION, "io.k8s.api.coordination", types);
        return List.of(LeaseStrategy.resource(apiGroup));
    }
}
