package dev.stowage.apiserver.group.storage;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Classes of storage, drivers, and what is attached where.
public final class Storage {
    private Storage() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("storage.k8s.io", "io.k8s.api.storage", types);
        return List.of(
                CsiDrivers.resource(group),
                CsiNodes.resource(group),
                CsiStorageCapacities.resource(group),
                StorageClasses.resource(group),
                VolumeAttachments.resource(group),
                VolumeAttributesClasses.resource(group));
    }
}
