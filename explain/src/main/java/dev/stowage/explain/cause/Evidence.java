package dev.stowage.explain.cause;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import java.time.Duration;
import java.time.Instant;

/// The evidence for a finding.
///
/// @param where the object, as people type it: `pvc/data`
/// @param text a field and its value, or the message of an event
/// @param age of an event; zero for what is so now
/// @param count how often the event occurred; 0 for current state
public record Evidence(String where, String text, Duration age, long count) {

    public static Evidence field(KubeResource of, String text) {
        return new Evidence(of.title(), text, Duration.ZERO, 0);
    }

    public static Evidence event(KubeResource about, ResourceEvent told, Instant now) {
        return new Evidence(
                about.title(),
                told.reason() + ": " + told.text() + (told.from().isEmpty() ? "" : " (" + told.from() + ")"),
                Duration.between(told.last(), now),
                told.count());
    }
}
