package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Actions as short sentences, so that tables are readable.
public final class WorkloadActionText {

    private WorkloadActionText() {}

    /// Without events, joined by semicolons.
    public static String of(List<ClusterAction> actions) {
        return actions.stream()
                .filter(action -> !(action instanceof ClusterAction.RecordEvent))
                .map(WorkloadActionText::of)
                .collect(Collectors.joining("; "));
    }

    public static List<String> events(List<ClusterAction> actions) {
        return actions.stream()
                .filter(ClusterAction.RecordEvent.class::isInstance)
                .map(ClusterAction.RecordEvent.class::cast)
                .map(recordEvent -> recordEvent.reason() + ": " + recordEvent.message())
                .toList();
    }

    private static String of(ClusterAction action) {
        return switch (action) {
            case ClusterAction.Create<?> create ->
                "create " + create.kind().name() + " "
                        + create.object().path("metadata").path("name").asText();
            case ClusterAction.PatchObject<?> patchObject ->
                "change " + patchObject.kind().name() + " "
                        + patchObject.seen().meta().name() + owners(patchObject);
            case ClusterAction.Delete<?> delete ->
                "delete " + delete.kind().name() + " " + delete.seen().meta().name();
            case ClusterAction.PostSubresource<?> postSubresource ->
                "send to " + postSubresource.seen().meta().name();
            case ClusterAction.RecordEvent recordEvent -> recordEvent.reason();
        };
    }

    private static String owners(ClusterAction.PatchObject<?> patchObject) {
        JsonNode references = patchObject.patch().body().path("metadata").path("ownerReferences");
        return StreamSupport.stream(references.spliterator(), false)
                .map(reference -> reference.has("$patch")
                        ? " -" + reference.path("uid").asText()
                        : " +" + reference.path("uid").asText())
                .collect(Collectors.joining());
    }

    /// Quotes may be single.
    public static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
