package dev.stowage.sdk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A request for snapshots of several volumes at one point in time.
///
/// @param id the id to make the group under, derived from the name
/// @param name what the orchestrator calls it; not fit for paths
/// @param volumes the volumes, each once, in the order of the request
/// @param parameters from the group snapshot class
/// @param secrets credentials for this call
public record NewGroupSnapshot(
        GroupSnapshotId id, String name, List<VolumeId> volumes, Map<String, String> parameters, Secrets secrets) {

    public NewGroupSnapshot {
        volumes = List.copyOf(volumes);
        parameters = Map.copyOf(parameters);
    }

    /// The ids for the members: one per volume, the same in every repeated request.
    public Map<VolumeId, SnapshotId> members() {
        Map<VolumeId, SnapshotId> ids = new LinkedHashMap<>();
        volumes.forEach(volume -> ids.put(volume, SnapshotId.of(id.value() + "/" + volume.value())));
        return ids;
    }
}
