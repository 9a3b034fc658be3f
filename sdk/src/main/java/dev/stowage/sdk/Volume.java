package dev.stowage.sdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A volume that exists.
///
/// @param id its id
/// @param capacity its size; zero if unknown
/// @param context what the node needs to know later; it passes through the orchestrator, so it must not be secret
/// @param accessibleFrom the places it can be reached from; empty for the driver's own place, or for everywhere
///     when it has none. A driver that has one, or several, says [Topology#ANYWHERE] for a volume that is not bound to
/// it
/// @param source what it was created from; set by the SDK
public record Volume(
        VolumeId id,
        Bytes capacity,
        Map<String, String> context,
        List<Topology> accessibleFrom,
        Optional<VolumeSource> source) {

    public Volume {
        context = Map.copyOf(context);
        accessibleFrom = List.copyOf(accessibleFrom);
    }

    public static Volume of(VolumeId id) {
        return new Volume(id, Bytes.ZERO, Map.of(), List.of(), Optional.empty());
    }

    public Volume capacity(Bytes size) {
        return new Volume(id, size, context, accessibleFrom, source);
    }

    public Volume context(Map<String, String> entries) {
        return new Volume(id, capacity, entries, accessibleFrom, source);
    }

    public Volume accessibleFrom(List<Topology> places) {
        return new Volume(id, capacity, context, places, source);
    }

    public Volume madeFrom(VolumeSource from) {
        return new Volume(id, capacity, context, accessibleFrom, Optional.of(from));
    }
}
