package dev.stowage.node.prober;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;

/// The spec of a probe.
record ProbeSpec(JsonNode handler, Duration delay, Duration period, Duration timeout, int successes, int failures) {

    static ProbeSpec read(JsonNode probe) {
        return new ProbeSpec(
                probe,
                seconds(probe, "initialDelaySeconds", 0),
                seconds(probe, "periodSeconds", 10),
                seconds(probe, "timeoutSeconds", 1),
                Math.max(1, probe.path("successThreshold").asInt(1)),
                Math.max(1, probe.path("failureThreshold").asInt(3)));
    }

    private static Duration seconds(JsonNode probe, String field, int usual) {
        int given = probe.path(field).asInt(usual);
        return Duration.ofSeconds(given > 0 ? given : usual);
    }
}
