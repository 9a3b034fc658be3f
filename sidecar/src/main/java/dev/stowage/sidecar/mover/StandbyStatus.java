package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.json.Json;
import java.util.Optional;

/// Everything that is remembered of a standby.
///
/// @param subject empty before there is anything to copy
/// @param resetReason why the copy is being removed, to begin from nothing; empty if it is not
/// @param bytesSent in the last round
/// @param promotion empty as long as the copy is only a copy
/// @param oldCopy what became of the copy that the volume was before; empty until that is known
record StandbyStatus(
        StandbyPhase phase,
        Optional<MoveSubject> subject,
        StandbySnapshots snapshots,
        String resetReason,
        long bytesSent,
        Optional<Promotion> promotion,
        String oldCopy,
        String message) {

    static final StandbyStatus NEW = new StandbyStatus(
            StandbyPhase.PENDING, Optional.empty(), StandbySnapshots.NONE, "", 0, Optional.empty(), "", "");

    static StandbyStatus read(JsonNode status) {
        return new StandbyStatus(
                StandbyPhase.of(JsonFields.text(status, "phase")),
                MoveSubject.read(status),
                StandbySnapshots.read(status),
                JsonFields.text(status, "resetReason"),
                status.path("bytesSent").asLong(),
                Promotion.read(status.path("promotion"), status.path("persistentVolume")),
                JsonFields.text(status, "oldCopy"),
                JsonFields.text(status, "message"));
    }

    ObjectNode json() {
        ObjectNode status = Json.object();
        status.put("phase", phase.toString()).put("message", message).put("bytesSent", bytesSent);
        subject.ifPresent(known -> known.writeTo(status));
        snapshots.writeTo(status);
        if (!resetReason.isEmpty()) {
            status.put("resetReason", resetReason);
        }
        promotion.ifPresent(decided -> decided.writeTo(status));
        if (!oldCopy.isEmpty()) {
            status.put("oldCopy", oldCopy);
        }
        return status;
    }

    StandbyStatus phase(StandbyPhase next) {
        return new StandbyStatus(next, subject, snapshots, resetReason, bytesSent, promotion, oldCopy, message);
    }

    StandbyStatus subject(MoveSubject known) {
        return new StandbyStatus(
                phase, Optional.of(known), snapshots, resetReason, bytesSent, promotion, oldCopy, message);
    }

    StandbyStatus snapshots(StandbySnapshots next) {
        return new StandbyStatus(phase, subject, next, resetReason, bytesSent, promotion, oldCopy, message);
    }

    StandbyStatus reset(String why) {
        return new StandbyStatus(phase, subject, snapshots, why, bytesSent, promotion, oldCopy, message);
    }

    StandbyStatus bytesSent(long bytes) {
        return new StandbyStatus(phase, subject, snapshots, resetReason, bytes, promotion, oldCopy, message);
    }

    StandbyStatus promotion(Promotion decided) {
        return new StandbyStatus(
                phase, subject, snapshots, resetReason, bytesSent, Optional.of(decided), oldCopy, message);
    }

    StandbyStatus oldCopy(String text) {
        return new StandbyStatus(phase, subject, snapshots, resetReason, bytesSent, promotion, text, message);
    }

    StandbyStatus message(String next) {
        return new StandbyStatus(phase, subject, snapshots, resetReason, bytesSent, promotion, oldCopy, next);
    }

    /// As at the beginning, but for the number of rounds: a late call for an earlier snapshot must not be one for a
    /// later.
    StandbyStatus again(String why) {
        return new StandbyStatus(
                StandbyPhase.PENDING,
                Optional.empty(),
                new StandbySnapshots(snapshots.rounds(), Optional.empty(), Optional.empty(), Optional.empty()),
                "",
                0,
                Optional.empty(),
                "",
                why);
    }
}
