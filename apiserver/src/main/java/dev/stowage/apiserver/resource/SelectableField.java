package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.function.Function;

/// A field that a field selector may name.
///
/// @param name such as `spec.nodeName`
/// @param value of an object in its storage version; empty if it has none
public record SelectableField(String name, Function<JsonNode, String> value) {

    /// The text under a path of the same name.
    public static SelectableField at(String name) {
        String[] path = name.split("\\.", -1);
        return new SelectableField(name, object -> JsonTree.at(object, path).asText(""));
    }
}
