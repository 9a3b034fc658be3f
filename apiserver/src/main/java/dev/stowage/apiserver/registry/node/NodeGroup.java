package dev.stowage.apiserver.registry.node;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `node.k8s.io`: RuntimeClasses.
public final class NodeGroup {
    private NodeGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("node.k8s.io", "io.k8s.api.node", types);
        return List.of(RuntimeClassStrategy.resource(apiGroup));
    }
}
