package dev.stowage.apiserver.group.apps;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Deployments, their sets, and the revisions of those.
public final class Apps {
    private Apps() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("apps", "io.k8s.api.apps", types);
        return List.of(
                ControllerRevisions.resource(group),
                DaemonSets.resource(group),
                Deployments.resource(group),
                ReplicaSets.resource(group),
                StatefulSets.resource(group));
    }
}
