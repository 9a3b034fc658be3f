package dev.stowage.apiserver.registry.core;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.core.persistentvolume.PersistentVolumeClaimStrategy;
import dev.stowage.apiserver.registry.core.persistentvolume.PersistentVolumeStrategy;
import dev.stowage.apiserver.registry.core.pod.PodStrategy;
import dev.stowage.apiserver.registry.core.pod.PodTemplateStrategy;
import dev.stowage.apiserver.registry.core.service.EndpointsStrategy;
import dev.stowage.apiserver.registry.core.service.ServiceStrategy;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The resources of the core group.
public final class CoreGroup {
    private CoreGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("", "io.k8s.api.core", types);
        return List.of(
                apiGroup.resource("Binding", "bindings").only(Verb.CREATE).done(),
                ComponentStatusResource.resource(apiGroup),
                ConfigMapStrategy.resource(apiGroup),
                EndpointsStrategy.resource(apiGroup),
                CoreEventResource.resource(apiGroup),
                LimitRangeStrategy.resource(apiGroup),
                NamespaceStrategy.resource(apiGroup),
                NodeStrategy.resource(apiGroup),
                PersistentVolumeStrategy.resource(apiGroup),
                PersistentVolumeClaimStrategy.resource(apiGroup),
                PodStrategy.resource(apiGroup),
                PodTemplateStrategy.resource(apiGroup),
                ReplicationControllerStrategy.resource(apiGroup),
                ResourceQuotaStrategy.resource(apiGroup),
                SecretStrategy.resource(apiGroup),
                ServiceAccountStrategy.resource(apiGroup),
                ServiceStrategy.resource(apiGroup));
    }
}
