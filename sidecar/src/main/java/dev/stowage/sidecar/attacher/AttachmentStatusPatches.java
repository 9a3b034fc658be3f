package dev.stowage.sidecar.attacher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeAttachment;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The patches of an attachment's status: only the differences.
final class AttachmentStatusPatches {

    private AttachmentStatusPatches() {}

    /// Empty when the status is up to date.
    static Optional<Patch> attached(VolumeAttachment seen, Map<String, String> metadata) {
        ObjectNode status = Json.object();
        if (!seen.attached()) {
            status.put("attached", true);
        }
        if (!seen.metadata().equals(metadata)) {
            ObjectNode changes = status.putObject("attachmentMetadata");
            metadata.forEach(changes::put);
            seen.metadata().keySet().stream()
                    .filter(key -> !metadata.containsKey(key))
                    .forEach(changes::putNull);
        }
        if (seen.attachError() != null) {
            status.putNull("attachError");
        }
        return of(status);
    }

    static Optional<Patch> detached(VolumeAttachment seen) {
        ObjectNode status = Json.object();
        if (seen.attached()) {
            status.put("attached", false);
        }
        if (!seen.metadata().isEmpty()) {
            status.putNull("attachmentMetadata");
        }
        if (seen.detachError() != null) {
            status.putNull("detachError");
        }
        return of(status);
    }

    /// @param withCode whether the server has the field for the code
    static Patch attachError(VolumeAttachment seen, AttachFailure failure, boolean withCode, Instant now) {
        ObjectNode status = Json.object();
        ObjectNode error = error(status, "attachError", failure, now);
        if (withCode && failure.code().isPresent()) {
            error.put("errorCode", failure.code().getAsInt());
        } else if (hasCode(seen.attachError())) {
            error.putNull("errorCode");
        }
        return patch(status);
    }

    static Patch detachError(AttachFailure failure, Instant now) {
        ObjectNode status = Json.object();
        error(status, "detachError", failure, now);
        return patch(status);
    }

    private static boolean hasCode(VolumeAttachment.@Nullable VolumeError before) {
        return before != null && before.code() != null;
    }

    private static ObjectNode error(ObjectNode status, String field, AttachFailure failure, Instant now) {
        return status.putObject(field)
                .put("message", failure.message())
                .put("time", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static Optional<Patch> of(ObjectNode status) {
        return status.isEmpty() ? Optional.empty() : Optional.of(patch(status));
    }

    private static Patch patch(ObjectNode status) {
        ObjectNode body = Json.object();
        body.set("status", status);
        return Patch.merge(body).status();
    }
}
