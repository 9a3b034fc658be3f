package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// How long the volume could not be used, in parts. A part that is not known yet is missing.
record MovePause(Map<PausePart, Long> millis) {

    static final MovePause NONE = new MovePause(Map.of());

    MovePause {
        millis = Map.copyOf(millis);
    }

    static MovePause read(JsonNode pause) {
        Map<PausePart, Long> millis = new EnumMap<>(PausePart.class);
        for (PausePart part : PausePart.values()) {
            if (pause.has(part.field())) {
                millis.put(part, pause.path(part.field()).asLong());
            }
        }
        return new MovePause(millis);
    }

    void writeTo(ObjectNode pause) {
        for (PausePart part : PausePart.values()) {
            if (millis.containsKey(part)) {
                pause.put(part.field(), millis.get(part));
            } else {
                pause.putNull(part.field());
            }
        }
    }

    MovePause with(PausePart part, Duration time) {
        Map<PausePart, Long> more = new EnumMap<>(PausePart.class);
        more.putAll(millis);
        more.put(part, Math.max(0, time.toMillis()));
        return new MovePause(more);
    }

    boolean has(PausePart part) {
        return millis.containsKey(part);
    }

    Duration total() {
        return Duration.ofMillis(
                millis.values().stream().mapToLong(Long::longValue).sum());
    }
}
