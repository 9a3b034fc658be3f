package dev.stowage.sdk;

import java.util.Map;

/// A request to create a snapshot.
///
/// @param id the id to create it with, derived from the name; the same in every repeated request
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
