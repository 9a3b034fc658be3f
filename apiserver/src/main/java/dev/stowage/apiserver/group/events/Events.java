package dev.stowage.apiserver.group.events;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Events of the newer group.
public final class Events {
    private Events() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("events.k8s.io", "io.k8s.api.events", types);
        return List.of(EventsV1.resource(group));
    }
}
