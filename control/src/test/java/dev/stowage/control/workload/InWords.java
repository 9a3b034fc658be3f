package dev.stowage.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.control.act.Act;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Steps as short sentences, so that tables can be read.
public final class InWords {

    private InWords() {}

    /// Without events, joined by semicolons.
    public static String of(List<Act> acts) {
        return acts.stream()
                .filter(act -> !(act instanceof Act.Tell))
                .map(InWords::of)
                .collect(Collectors.joining("; "));
    }

    public static List<String> events(List<Act> acts) {
        return acts.stream()
                .filter(Act.Tell.class::isInstance)
                .map(Act.Tell.class::cast)
                .map(tell -> tell.reason() + ": " + tell.message())
                .toList();
    }

    private static String of(Act act) {
        return switch (act) {
            case Act.Create<?> create ->
                "create " + create.kind().name() + " "
                        + create.object().path("metadata").path("name").asText();
            case Act.Change<?> change ->
                "change " + change.kind().name() + " " + change.seen().meta().name() + owners(change);
            case Act.Remove<?> remove ->
                "delete " + remove.kind().name() + " " + remove.seen().meta().name();
            case Act.Send<?> send -> "send to " + send.seen().meta().name();
            case Act.Tell tell -> tell.reason();
        };
    }

    private static String owners(Act.Change<?> change) {
        JsonNode references = change.patch().body().path("metadata").path("ownerReferences");
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
