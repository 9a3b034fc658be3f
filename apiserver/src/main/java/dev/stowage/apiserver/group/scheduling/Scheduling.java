package dev.stowage.apiserver.group.scheduling;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Priorities of pods.
public final class Scheduling {
    private Scheduling() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("scheduling.k8s.io", "io.k8s.api.scheduling", types);
        return List.of(PriorityClasses.resource(group));
    }
}
