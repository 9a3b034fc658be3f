package dev.stowage.apiserver.group.batch;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Jobs and those that come again.
public final class Batch {
    private Batch() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("batch", "io.k8s.api.batch", types);
        return List.of(CronJobs.resource(group), Jobs.resource(group));
    }
}
