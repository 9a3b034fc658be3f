package dev.stowage.explain.clusterstate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// One object as the server returned it. Complete, because any field may be evidence.
public record KubeResource(ResourceKind kind, JsonNode json) {

    public String name() {
        return text("/metadata/name");
    }

    /// Empty for objects of the whole cluster.
    public String namespace() {
        return text("/metadata/namespace");
    }

    public String uid() {
        return text("/metadata/uid");
    }

    /// As people type it: `pvc/data`.
    public String title() {
        return kind.shortName() + "/" + name();
    }

    /// @param pointer for example `/status/phase`; empty when it is not there
    public String text(String pointer) {
        return json.at(pointer).asText("");
    }

    public Optional<String> annotation(String key) {
        return Optional.ofNullable(json.at("/metadata/annotations").get(key)).map(JsonNode::asText);
    }

    public Optional<String> label(String key) {
        return Optional.ofNullable(json.at("/metadata/labels").get(key)).map(JsonNode::asText);
    }

    public Stream<JsonNode> list(String pointer) {
        return StreamSupport.stream(json.at(pointer).spliterator(), false);
    }

    public boolean hasFinalizer(String name) {
        return list("/metadata/finalizers").anyMatch(each -> each.asText().equals(name));
    }

    public boolean isDeleting() {
        return time("/metadata/deletionTimestamp").isPresent();
    }

    public Optional<JsonNode> condition(String type) {
        return list("/status/conditions")
                .filter(each -> each.path("type").asText().equals(type))
                .findFirst();
    }

    public Optional<Instant> time(String pointer) {
        try {
            return Optional.of(Instant.parse(text(pointer)));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
