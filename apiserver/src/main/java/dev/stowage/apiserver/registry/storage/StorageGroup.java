package dev.stowage.apiserver.registry.storage;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `storage.k8s.io`.
public final class StorageGroup {
    private StorageGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.STORAGE, "io.k8s.api.storage", types);
        return List.of(
                CsiDriverStrategy.resource(apiGroup),
                CsiNodeStrategy.resource(apiGroup),
                CsiStorageCapacityStrategy.resource(apiGroup),
                StorageClassStrategy.resource(apiGroup),
                VolumeAttachmentStrategy.resource(apiGroup),
                VolumeAttributesClassStrategy.resource(apiGroup));
    }
}
