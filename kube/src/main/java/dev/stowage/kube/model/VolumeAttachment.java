package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A VolumeAttachment.
///
/// @param volumeName the volume; empty for one that is written inline
/// @param inline the volume's spec in an attachment of a migrated inline volume; null otherwise
public record VolumeAttachment(
        ObjectMeta meta,
        String attacher,
        String nodeName,
        String volumeName,
        @Nullable JsonNode inline,
        boolean attached,
        Map<String, String> metadata,
        @Nullable VolumeError attachError,
        @Nullable VolumeError detachError)
        implements KubeObject {

    /// @param code the gRPC code, when it was written; null otherwise
    public record VolumeError(
            @Nullable Instant time,
            String message,
            @Nullable Integer code) {

        static @Nullable VolumeError read(JsonNode node) {
            return node.isObject()
                    ? new VolumeError(
                            JsonFields.instant(node, "time"),
                            JsonFields.text(node, "message"),
                            node.has("errorCode") ? node.path("errorCode").asInt() : null)
                    : null;
        }
    }

    public static VolumeAttachment read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode source = spec.path("source");
        JsonNode inline = source.path("inlineVolumeSpec");
        JsonNode status = object.path("status");
        return new VolumeAttachment(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "attacher"),
                JsonFields.shared(spec, "nodeName"),
                JsonFields.text(source, "persistentVolumeName"),
                inline.isObject() ? inline : null,
                status.path("attached").asBoolean(),
                JsonFields.map(status.path("attachmentMetadata")),
                VolumeError.read(status.path("attachError")),
                VolumeError.read(status.path("detachError")));
    }
}
