package dev.stowage.sdk;

import java.util.List;
import java.util.Map;

/// Where, and for which kind of volumes, capacity is queried.
public record CapacityQuery(Topology at, Map<String, String> parameters, List<VolumeCapability> capabilities) {

    public CapacityQuery {
        parameters = Map.copyOf(parameters);
        capabilities = List.copyOf(capabilities);
    }
}
