package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.Quantity;
import java.time.Duration;
import java.util.OptionalLong;

/// What is wanted of a standby.
///
/// @param interval between two snapshots
/// @param bandwidthLimit in bytes a second
/// @param promote whether the copy is to become the volume
/// @param nodeIsDown whether a user says that the node of the volume is down, although its lease may be fresh
/// @param promoteWhenOutOfService whether the taint out-of-service on that node is enough
record StandbySpec(
        String claimName,
        String targetNode,
        Duration interval,
        OptionalLong bandwidthLimit,
        boolean promote,
        boolean nodeIsDown,
        boolean promoteWhenOutOfService) {
    static final Duration USUAL = Duration.ofSeconds(30);

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    static StandbySpec read(JsonNode spec) {
        long limit = Quantity.read(spec.path("bandwidthLimit")).value();
        return new StandbySpec(
                JsonFields.text(spec, "claimName"),
                JsonFields.text(spec, "targetNode"),
                interval(JsonFields.text(spec, "interval")),
                limit > 0 ? OptionalLong.of(limit) : OptionalLong.empty(),
                spec.path("promote").asBoolean(),
                spec.path("nodeIsDown").asBoolean(),
                spec.path("promoteWhenOutOfService").asBoolean());
    }

    /// Objects may be older than the schema that checks them, and a class is checked by nobody.
    static Duration interval(String text) {
        try {
            Duration interval = text.isEmpty() ? USUAL : GoDuration.parse(text);
            return interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval;
        } catch (IllegalArgumentException _) {
            return USUAL;
        }
    }
}
