package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of all definitions. Definitions are large, and other definitions need only their names.
final class DefinitionNameIndex {
    private final Map<String, Title> titles = new HashMap<>();

    /// @param accepted the accepted names
    /// @param waiting whether it requests names that are not accepted yet
    private record Title(String group, JsonNode accepted, boolean waiting) {}

    void learn(CustomResourceDefinition customResourceDefinition) {
        JsonNode accepted = customResourceDefinition.acceptedNames();
        boolean waiting =
                !customResourceDefinition.names().equals(accepted) && !customResourceDefinition.isBeingDeleted();
        titles.put(
                customResourceDefinition.name(),
                new Title(customResourceDefinition.group(), accepted.deepCopy(), waiting));
    }

    /// Forgets all others.
    void retain(Set<String> names) {
        titles.keySet().retainAll(names);
    }

    void forget(String name) {
        titles.remove(name);
    }

    /// The names of all other definitions in the same group.
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
