package dev.stowage.apiserver.registry.events;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// Events of the newer group.
public final class EventsGroup {
    private EventsGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("events.k8s.io", "io.k8s.api.events", types);
        return List.of(EventsV1Resource.resource(apiGroup));
    }
}
