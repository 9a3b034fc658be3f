package dev.stowage.apiserver.registry.apps;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `apps`.
public final class AppsGroup {
    private AppsGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("apps", "io.k8s.api.apps", types);
        return List.of(
                ControllerRevisionStrategy.resource(apiGroup),
                DaemonSetStrategy.resource(apiGroup),
                DeploymentStrategy.resource(apiGroup),
                ReplicaSetStrategy.resource(apiGroup),
                StatefulSetStrategy.resource(apiGroup));
    }
}
