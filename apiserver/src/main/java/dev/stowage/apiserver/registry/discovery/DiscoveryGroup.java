package dev.stowage.apiserver.registry.discovery;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `discovery.k8s.io`: EndpointSlices.
public final class DiscoveryGroup {
    private DiscoveryGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.DISCOVERY, "io.k8s.api.discovery", types);
        return List.of(EndpointSliceStrategy.resource(apiGroup));
    }
}
