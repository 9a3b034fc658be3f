package dev.stowage.apiserver.group.autoscaling;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Autoscalers.
public final class Autoscaling {
    private Autoscaling() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("autoscaling", "io.k8s.api.autoscaling", types);
        return List.of(HorizontalPodAutoscalers.resource(group));
    }
}
