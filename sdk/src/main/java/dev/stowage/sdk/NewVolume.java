package dev.stowage.sdk;

import java.util.List;
import java.util.Map;

/// A request to create a volume.
///
/// @param id the id to create it with, derived from the name; the same in every repeated request
/// @param name what the orchestrator calls it; not fit for paths
/// @param size how big
/// @param capabilities all capabilities it will be used with; the driver supports each of them
/// @param parameters from the storage class
/// @param mutableParameters those that may be modified later
/// @param topology where it must be reachable from
/// @param secrets credentials for this call
public record NewVolume(
        VolumeId id,
        String name,
        CapacityRange size,
        List<VolumeCapability> capabilities,
        Map<String, String> parameters,
        Map<String, String> mutableParameters,
        TopologyRequirement topology,
        Secrets secrets) {

    public NewVolume {
        capabilities = List.copyOf(capabilities);
        parameters = Map.copyOf(parameters);
        mutableParameters = Map.copyOf(mutableParameters);
    }

    public Bytes atLeast() {
        return size.atLeast();
    }
}
