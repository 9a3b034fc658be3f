package dev.stowage.sdk;

import java.util.Map;

/// A request to create a snapshot.
///
/// @param id the id to make it under, derived from the name; a repeat of the request comes with the same one
/// @param name what the orchestrator calls it; not fit for paths
/// @param of the volume to take it of
/// @param parameters from the snapshot class
/// @param topology where it must be reachable from
/// @param secrets credentials for this call
public record NewSnapshot(
        SnapshotId id,
        String name,
        VolumeId of,
        Map<String, String> parameters,
        TopologyRequirement topology,
        Secrets secrets) {

    public NewSnapshot {
        parameters = Map.copyOf(parameters);
    }
}
