package dev.stowage.apiserver.group.coordination;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Leases: who holds what, and until when.
public final class Coordination {
    private Coordination() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("coordination.k8s.io", "io.k8s.api.coordination", types);
        return List.of(Leases.resource(group));
    }
}
