package dev.stowage.explain.clusterstate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// An event of an object.
///
/// @param from the reporting component: `kubelet`, `persistentvolume-controller`, a provisioner
/// @param count how often
public record ResourceEvent(String reason, String text, boolean warning, String from, long count, Instant last) {

    /// @param event as the server returned it
    public static ResourceEvent read(KubeResource event) {
        JsonNode json = event.json();
        long series = json.at("/series/count").asLong(0);
        return new ResourceEvent(
                event.text("/reason"),
                event.text("/message"),
                event.text("/type").equals("Warning"),
                event.text("/source/component").isEmpty()
                        ? event.text("/reportingComponent")
                        : event.text("/source/component"),
                Math.max(1, Math.max(series, json.path("count").asLong(0))),
                last(event));
    }

    /// The old and the new events API store the time in different fields.
    private static Instant last(KubeResource event) {
        return Stream.of("/series/lastObservedTime", "/lastTimestamp", "/eventTime", "/metadata/creationTimestamp")
                .map(event::time)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(Instant.EPOCH);
    }
}
