package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Everything that is remembered of a move. A mover that starts again knows no more than this, and what the
/// drivers and the other objects say.
///
/// @param subject empty before the move has begun
/// @param savedVolume the PersistentVolume as it was, from before it is touched
/// @param volumeContext of the active copy at the target
record MoveStatus(
        MovePhase phase,
        Optional<MoveSubject> subject,
        Checkpoints checkpoints,
        TransferredBytes bytes,
        Optional<JsonNode> savedVolume,
        Map<String, String> volumeContext,
        MovePause pause,
        MoveConditions conditions,
        String message) {

    static final MoveStatus NEW = new MoveStatus(
            MovePhase.PENDING,
            Optional.empty(),
            Checkpoints.NONE,
            TransferredBytes.NONE,
            Optional.empty(),
            Map.of(),
            MovePause.NONE,
            MoveConditions.NONE,
            "");

    MoveStatus {
        volumeContext = Map.copyOf(volumeContext);
    }

    static MoveStatus read(JsonNode status) {
        JsonNode saved = status.path("persistentVolume");
        return new MoveStatus(
                MovePhase.of(JsonFields.text(status, "phase")),
                MoveSubject.read(status),
                new Checkpoints(JsonFields.list(status.path("checkpoints"), Checkpoint::read)),
                TransferredBytes.read(status),
                saved.isObject() && !saved.isEmpty() ? Optional.of(saved) : Optional.empty(),
                JsonFields.map(status.path("volumeContext")),
                MovePause.read(status.path("pause")),
                new MoveConditions(JsonFields.list(status.path("conditions"), MoveCondition::read).stream()
                        .flatMap(Optional::stream)
                        .toList()),
                JsonFields.text(status, "message"));
    }

    /// All of it: a mover is the only writer of the status of its moves.
    ObjectNode json() {
        ObjectNode status = Json.object();
        status.put("phase", phase.toString()).put("message", message);
        subject.ifPresent(known -> known.writeTo(status));
        bytes.writeTo(status);
        ArrayNode rounds = status.putArray("checkpoints");
        checkpoints.all().forEach(each -> each.writeTo(rounds.addObject()));
        savedVolume.ifPresent(volume -> status.set("persistentVolume", volume));
        volumeContext.forEach(status.putObject("volumeContext")::put);
        pause.writeTo(status.putObject("pause"));
        ArrayNode all = status.putArray("conditions");
        conditions.all().forEach(each -> each.writeTo(all.addObject()));
        return status;
    }

    MoveStatus phase(MovePhase next) {
        return new MoveStatus(
                next, subject, checkpoints, bytes, savedVolume, volumeContext, pause, conditions, message);
    }

    MoveStatus subject(MoveSubject known) {
        return new MoveStatus(
                phase, Optional.of(known), checkpoints, bytes, savedVolume, volumeContext, pause, conditions, message);
    }

    MoveStatus checkpoints(Checkpoints next) {
        return new MoveStatus(phase, subject, next, bytes, savedVolume, volumeContext, pause, conditions, message);
    }

    MoveStatus bytes(TransferredBytes next) {
        return new MoveStatus(
                phase, subject, checkpoints, next, savedVolume, volumeContext, pause, conditions, message);
    }

    MoveStatus savedVolume(JsonNode volume) {
        return new MoveStatus(
                phase, subject, checkpoints, bytes, Optional.of(volume), volumeContext, pause, conditions, message);
    }

    MoveStatus volumeContext(Map<String, String> context) {
        return new MoveStatus(phase, subject, checkpoints, bytes, savedVolume, context, pause, conditions, message);
    }

    MoveStatus pause(MovePause next) {
        return new MoveStatus(
                phase, subject, checkpoints, bytes, savedVolume, volumeContext, next, conditions, message);
    }

    MoveStatus message(String next) {
        return new MoveStatus(phase, subject, checkpoints, bytes, savedVolume, volumeContext, pause, conditions, next);
    }

    MoveStatus condition(MoveConditionType type, MoveConditionStatus status, String reason, String text, Instant now) {
        return new MoveStatus(
                phase,
                subject,
                checkpoints,
                bytes,
                savedVolume,
                volumeContext,
                pause,
                conditions.with(type, status, reason, text, now),
                message);
    }
}
