package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// The resources of the core group.
public final class Core {
    private Core() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("", "io.k8s.api.core", types);
        return List.of(
                group.resource("Binding", "bindings").only(Verb.CREATE).done(),
                ComponentStatuses.resource(group),
                ConfigMaps.resource(group),
                Endpoints.resource(group),
                CoreEvents.resource(group),
                LimitRanges.resource(group),
                Namespaces.resource(group),
                Nodes.resource(group),
                PersistentVolumes.resource(group),
                PersistentVolumeClaims.resource(group),
                Pods.resource(group),
                PodTemplates.resource(group),
                ReplicationControllers.resource(group),
                ResourceQuotas.resource(group),
                Secrets.resource(group),
                ServiceAccounts.resource(group),
                Services.resource(group));
    }
}
