package dev.stowage.cli.move;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// How long no pod could use the volume.
///
/// @param parts what took how many milliseconds, in the order of time; a part that is not known is missing
public record MovePause(Map<String, Long> parts) {
    private static final Map<String, String> FIELDS = fields();

    private static Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("podEndMillis", "pods end");
        fields.put("differenceMillis", "last difference");
        fields.put("switchMillis", "switch");
        fields.put("startMillis", "pod starts");
        return fields;
    }

    public MovePause {
        parts = new LinkedHashMap<>(parts);
    }

    static MovePause read(JsonNode pause) {
        Map<String, Long> parts = new LinkedHashMap<>();
        FIELDS.forEach((field, name) -> {
            if (pause.path(field).isNumber()) {
                parts.put(name, pause.path(field).asLong());
            }
        });
        return new MovePause(parts);
    }

    /// Empty if nothing is known: the volume was in use by no pod.
    String text() {
        return parts.isEmpty()
                ? ""
                : seconds(parts.values().stream().mapToLong(Long::longValue).sum())
                        + parts.entrySet().stream()
                                .map(part -> part.getKey() + " " + seconds(part.getValue()))
                                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1fs", millis / 1000.0);
    }
}
