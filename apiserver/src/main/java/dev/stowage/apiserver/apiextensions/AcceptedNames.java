package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.DefinitionConditions.Condition;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Accepts names of definitions. Within a group, the first definition that requests a name gets it.
///
/// @param names the accepted names of the definition
record AcceptedNames(ObjectNode names, Condition condition) {

    private static final class Request {
        private final JsonNode wanted;
        private final JsonNode had;
        private final ObjectNode given = Json.object();
        private Condition condition = new Condition("NamesAccepted", "True", "NoConflicts", "no conflicts found");

        Request(JsonNode wanted, JsonNode had) {
            this.wanted = wanted;
            this.had = had;
        }

        void one(String name, String reason, Set<String> taken) {
            String text = JsonTree.text(wanted, name);
            if (text.equals(JsonTree.text(had, name)) || !taken.contains(text)) {
                given.put(name, text);
            } else {
                given.put(name, JsonTree.text(had, name));
                refuse(reason, inUse(text));
            }
        }

        void shortNames(Set<String> taken) {
            Set<String> own = new HashSet<>();
            JsonTree.list(had, "shortNames").forEach(name -> own.add(name.asText()));
            List<String> conflicts = new ArrayList<>();
            for (JsonNode name : JsonTree.list(wanted, "shortNames")) {
                if (!own.contains(name.asText()) && taken.contains(name.asText())) {
                    conflicts.add(inUse(name.asText()));
                }
            }
            if (!conflicts.isEmpty()) {
                refuse(
                        "ShortNamesConflict",
                        conflicts.size() == 1 ? conflicts.getFirst() : "[" + String.join(", ", conflicts) + "]");
            }
            list("shortNames", conflicts.isEmpty() ? wanted : had);
        }

        void list(String name, JsonNode from) {
            JsonNode names = JsonTree.list(from, name);
            if (!names.isEmpty()) {
                given.set(name, names.deepCopy());
            }
        }

        private void refuse(String reason, String message) {
            condition = new Condition("NamesAccepted", "False", reason, message);
        }

        private static String inUse(String name) {
            return FieldErrors.quoted(name) + " is already in use";
        }
    }

    /// @param others the names of all other definitions of the same group
    static AcceptedNames of(CustomResourceDefinition customResourceDefinition, List<JsonNode> others) {
        Set<String> resources = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        for (JsonNode names : others) {
            resources.add(JsonTree.text(names, "plural"));
            resources.add(JsonTree.text(names, "singular"));
            JsonTree.list(names, "shortNames").forEach(name -> resources.add(name.asText()));
            kinds.add(JsonTree.text(names, "kind"));
            kinds.add(JsonTree.text(names, "listKind"));
        }
        Request request = new Request(customResourceDefinition.names(), customResourceDefinition.acceptedNames());
        request.one("plural", "PluralConflict", resources);
        request.one("singular", "SingularConflict", resources);
        request.shortNames(resources);
        request.one("kind", "KindConflict", kinds);
        request.one("listKind", "ListKindConflict", kinds);
        request.list("categories", customResourceDefinition.names());
        return new AcceptedNames(request.given, request.condition);
    }
}
