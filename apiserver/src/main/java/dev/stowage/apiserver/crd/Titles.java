package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names that all definitions have. Definitions are large; this is what others need to know of them.
final class Titles {
    private final Map<String, Title> titles = new HashMap<>();

    /// @param accepted the names that it has
    /// @param waiting whether it asks for others
    private record Title(String group, JsonNode accepted, boolean waiting) {}

    void learn(Definition definition) {
        JsonNode accepted = definition.acceptedNames();
        boolean waiting = !definition.names().equals(accepted) && !definition.isBeingDeleted();
        titles.put(definition.name(), new Title(definition.group(), accepted.deepCopy(), waiting));
    }

    void forget(String name) {
        titles.remove(name);
    }

    /// The names of all others in the same group.
    List<JsonNode> others(Definition definition) {
        return titles.entrySet().stream()
                .filter(title -> !title.getKey().equals(definition.name()))
                .map(Map.Entry::getValue)
                .filter(title -> title.group().equals(definition.group()))
                .map(Title::accepted)
                .toList();
    }

    /// Which others have not got the names that they ask for.
    List<String> waiting(String except) {
        return titles.entrySet().stream()
                .filter(title -> title.getValue().waiting() && !title.getKey().equals(except))
                .map(Map.Entry::getKey)
                .toList();
    }
}
