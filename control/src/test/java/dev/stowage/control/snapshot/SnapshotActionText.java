package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;

/// Actions as lines.
final class SnapshotActionText {

    private SnapshotActionText() {}

    static String of(ClusterAction action) {
        return switch (action) {
            case ClusterAction.Create<?> create ->
                "create " + create.kind().plural() + " "
                        + SnapshotShorthand.of(create.object().toString());
            case ClusterAction.PatchObject<?> patchObject ->
                "change " + patchObject.kind().plural()
                        + (patchObject.patch().subresource().isEmpty()
                                ? ""
                                : "/" + patchObject.patch().subresource()) + " "
                        + patchObject.seen().meta().name() + " " + SnapshotShorthand.of(body(patchObject.patch()));
            case ClusterAction.Delete<?> delete ->
                "remove " + delete.kind().plural() + " " + delete.seen().meta().name()
                        + (delete.how().onlyIfUnchanged() ? " if it is unchanged" : "");
            case ClusterAction.PostSubresource<?> postSubresource ->
                "send " + postSubresource.kind().plural();
            case ClusterAction.RecordEvent recordEvent ->
                "event " + recordEvent.type() + " " + recordEvent.reason() + ": " + recordEvent.message();
        };
    }

    /// Every change is conditional on the state that was read: by its version, or by tests in the patch
    /// itself.
    private static String body(Patch patch) {
        if (patch.type() == Patch.Type.JSON) {
            StringBuilder text = new StringBuilder();
            boolean tested = false;
            for (JsonNode operation : patch.body()) {
                if (operation.path("op").asText().equals("test")) {
                    tested = true;
                } else {
                    text.append(operation.path("op").asText())
                            .append(' ')
                            .append(operation.path("path").asText())
                            .append(operation.has("value") ? " " + operation.get("value") : "");
                }
            }
            return tested ? text.toString() : "UNCONDITIONAL " + text;
        }
        ObjectNode body = patch.body().deepCopy();
        JsonNode version = ((ObjectNode) body.path("metadata")).remove("resourceVersion");
        if (body.path("metadata").isEmpty()) {
            body.remove("metadata");
        }
        return version == null ? "UNCONDITIONAL " + body : body.toString();
    }
}
