package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A VolumeAttachment.
///
/// @param volumeName the volume; empty for one that is written inline
/// @param inline the volume's spec in an attachment of a migrated inline volume; null otherwise
public record Attachment(
        Meta meta,
        String attacher,
        String nodeName,
        String volumeName,
        @Nullable JsonNode inline,
        boolean attached,
        Map<String, String> metadata,
        @Nullable Trouble attachError,
        @Nullable Trouble detachError)
        implements KubeObject {

    /// @param code the gRPC code, when it was written; null otherwise
    public record Trouble(
            @Nullable Instant time,
            String message,
            @Nullable Integer code) {

        static @Nullable Trouble read(JsonNode node) {
            return node.isObject()
                    ? new Trouble(
                            Fields.instant(node, "time"),
                            Fields.text(node, "message"),
                            node.has("errorCode") ? node.path("errorCode").asInt() : null)
                    : null;
        }
    }

    public static Attachment read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode source = spec.path("source");
        JsonNode inline = source.path("inlineVolumeSpec");
        JsonNode status = object.path("status");
        return new Attachment(
                Meta.read(object),
                Fields.shared(spec, "attacher"),
                Fields.shared(spec, "nodeName"),
                Fields.text(source, "persistentVolumeName"),
                inline.isObject() ? inline : null,
                status.path("attached").asBoolean(),
                Fields.map(status.path("attachmentMetadata")),
                Trouble.read(status.path("attachError")),
                Trouble.read(status.path("detachError")));
    }
}
