package dev.stowage.apiserver.registry.networking;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `networking.k8s.io`.
public final class NetworkingGroup {
    private NetworkingGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("networking.k8s.io", "io.k8s.api.networking", types);
        return List.of(
                IngressStrategy.classes(apiGroup),
                IngressStrategy.resource(apiGroup),
                ServiceCidrResources.addresses(apiGroup),
                NetworkPolicyStrategy.resource(apiGroup),
                ServiceCidrResources.ranges(apiGroup));
    }
}
