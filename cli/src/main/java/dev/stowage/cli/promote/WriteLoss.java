package dev.stowage.cli.promote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// What a promotion has lost.
///
/// @param copiedAt writes after this moment are not in the copy
/// @param seconds between that and when the node of the volume was last seen
record WriteLoss(Instant copiedAt, long seconds) {

    static Optional<WriteLoss> read(JsonNode promotion) {
        return Optional.ofNullable(JsonFields.instant(promotion, "copiedAt"))
                .map(at -> new WriteLoss(at, promotion.path("lostSeconds").asLong()));
    }

    String text() {
        return "Writes after %s are gone, at most %s."
                .formatted(copiedAt.truncatedTo(ChronoUnit.SECONDS), seconds == 1 ? "1 second" : seconds + " seconds");
    }
}
