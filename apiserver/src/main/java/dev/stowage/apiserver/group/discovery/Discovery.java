package dev.stowage.apiserver.group.discovery;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Slices of endpoints.
public final class Discovery {
    private Discovery() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("discovery.k8s.io", "io.k8s.api.discovery", types);
        return List.of(EndpointSlices.resource(group));
    }
}
