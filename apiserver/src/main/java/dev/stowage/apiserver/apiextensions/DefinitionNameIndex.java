package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names that all definitions have. Definitions are large; this is what others need to know of them.
final class DefinitionNameIndex {
    private final Map<String, Title> titles = new HashMap<>();

    /// @param accepted the names that it has
    /// @param waiting whether it requests other names
    private record Title(String group, JsonNode accepted, boolean waiting) {}

    void learn(CustomResourceDefinition customResourceDefinition) {
        JsonNode accepted = customResourceDefinition.acceptedNames();
        boolean waiting =
                !customResourceDefinition.names().equals(accepted) && !customResourceDefinition.isBeingDeleted();
        titles.put(
                customResourceDefinition.name(),
                new Title(customResourceDefinition.group(), accepted.deepCopy(), waiting));
    }

    void forget(String name) {
        titles.remove(name);
    }

    /// The names of all others in the same group.
    List<JsonNode> others(CustomResourceDefinition customResourceDefinition) {
        return titles.entrySet().stream()
                .filter(title -> !title.getKey().equals(customResourceDefinition.name()))
                .map(Map.Entry::getValue)
                .filter(title -> title.group().equals(customResourceDefinition.group()))
                .map(Title::accepted)
                .toList();
    }

    /// Other definitions whose requested names are not accepted yet.
    List<String> waiting(String except) {
        return titles.entrySet().stream()
                .filter(title -> title.getValue().waiting() && !title.getKey().equals(except))
                .map(Map.Entry::getKey)
                .toList();
    }
}
