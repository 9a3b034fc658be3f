package dev.stowage.apiserver.registry.storage;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Classes of storage, drivers, and what is attached where.
public final class StorageGroup {
    private StorageGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("storage.k8s.io", "io.k8s.api.storage", types);
        return List.of(
                CsiDriverStrategy.resource(apiGroup),
                CsiNodeStrategy.resource(apiGroup),
                CsiStorageCapacityStrategy.resource(apiGroup),
                StorageClassStrategy.resource(apiGroup),
                VolumeAttachmentStrategy.resource(apiGroup),
                VolumeAttributesClassStrategy.resource(apiGroup));
    }
}
