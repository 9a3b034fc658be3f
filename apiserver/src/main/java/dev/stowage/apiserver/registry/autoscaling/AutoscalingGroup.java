package dev.stowage.apiserver.registry.autoscaling;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// Autoscalers.
public final class AutoscalingGroup {
    private AutoscalingGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("autoscaling", "io.k8s.api.autoscaling", types);
        return List.of(HorizontalPodAutoscalerStrategy.resource(apiGroup));
    }
}
