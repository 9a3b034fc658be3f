package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The decision that a copy becomes the volume. Written before anything is done; there is no way back.
///
/// @param at when it was decided
/// @param copiedAt writes after this moment are not in the copy
/// @param lastSeen when the node of the volume last renewed its lease; empty if it has none
/// @param savedVolume the PersistentVolume as it was
/// @param context of the active copy; empty before it is active
record Promotion(
        Instant at,
        Instant copiedAt,
        Optional<Instant> lastSeen,
        JsonNode savedVolume,
        Optional<Map<String, String>> context) {

    static Optional<Promotion> read(JsonNode node, JsonNode savedVolume) {
        Instant at = JsonFields.instant(node, "at");
        Instant copiedAt = JsonFields.instant(node, "copiedAt");
        return at == null || copiedAt == null
                ? Optional.empty()
                : Optional.of(new Promotion(
                        at,
                        copiedAt,
                        Optional.ofNullable(JsonFields.instant(node, "lastSeen")),
                        savedVolume,
                        node.has("volumeContext")
                                ? Optional.of(JsonFields.map(node.path("volumeContext")))
                                : Optional.empty()));
    }

    void writeTo(ObjectNode status) {
        ObjectNode node = status.putObject("promotion");
        node.put("at", at.toString()).put("copiedAt", copiedAt.toString()).put("lostSeconds", lost().toSeconds());
        lastSeen.ifPresent(seen -> node.put("lastSeen", seen.toString()));
        context.ifPresent(known -> known.forEach(node.putObject("volumeContext")::put));
        status.set("persistentVolume", savedVolume);
    }

    Promotion activated(Map<String, String> volumeContext) {
        return new Promotion(at, copiedAt, lastSeen, savedVolume, Optional.of(Map.copyOf(volumeContext)));
    }

    Promotion saved(JsonNode volume) {
        return new Promotion(at, copiedAt, lastSeen, volume, context);
    }

    /// At most so much time's writes: a node may have ended right after it renewed its lease, or have written until
    /// now.
    Duration lost() {
        Duration lost = Duration.between(
                copiedAt, lastSeen.filter(seen -> seen.isBefore(at)).orElse(at));
        // In whole seconds, not less than it is.
        return lost.isNegative()
                ? Duration.ZERO
                : Duration.ofSeconds(lost.plusNanos(999_999_999).toSeconds());
    }

    /// What users must know.
    String loss() {
        return "writes after %s are gone: at most %d seconds, until the node was last seen"
                .formatted(copiedAt, lost().toSeconds());
    }
}
