package dev.stowage.apiserver.registry.batch;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `batch`.
public final class BatchGroup {
    private BatchGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("batch", "io.k8s.api.batch", types);
        return List.of(CronJobStrategy.resource(apiGroup), JobStrategy.resource(apiGroup));
    }
}
