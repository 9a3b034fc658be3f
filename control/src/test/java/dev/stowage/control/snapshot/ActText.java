package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.kube.client.Patch;

/// Steps as lines.
final class ActText {

    private ActText() {}

    static String of(Act act) {
        return switch (act) {
            case Act.Create<?> create ->
                "create " + create.kind().plural() + " "
                        + Shorthand.of(create.object().toString());
            case Act.Change<?> change ->
                "change " + change.kind().plural()
                        + (change.patch().subresource().isEmpty()
                                ? ""
                                : "/" + change.patch().subresource()) + " "
                        + change.seen().meta().name() + " " + Shorthand.of(body(change.patch()));
            case Act.Remove<?> remove ->
                "remove " + remove.kind().plural() + " " + remove.seen().meta().name();
            case Act.Send<?> send -> "send " + send.kind().plural();
            case Act.Tell tell -> "event " + tell.type() + " " + tell.reason() + ": " + tell.message();
        };
    }

    /// Every change rests on the state that was seen: by its version, or by tests in the patch itself.
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
