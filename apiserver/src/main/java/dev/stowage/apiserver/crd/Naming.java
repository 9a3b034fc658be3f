package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.crd.Conditions.Condition;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Gives names to definitions. Within a group, the first that asks for a name has it.
///
/// @param names those that the definition has from now on
record Naming(ObjectNode names, Condition condition) {

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
            String text = Tree.text(wanted, name);
            if (text.equals(Tree.text(had, name)) || !taken.contains(text)) {
                given.put(name, text);
            } else {
                given.put(name, Tree.text(had, name));
                refuse(reason, inUse(text));
            }
        }

        void shortNames(Set<String> taken) {
            Set<String> own = new HashSet<>();
            Tree.list(had, "shortNames").forEach(name -> own.add(name.asText()));
            List<String> conflicts = new ArrayList<>();
            for (JsonNode name : Tree.list(wanted, "shortNames")) {
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
            JsonNode names = Tree.list(from, name);
            if (!names.isEmpty()) {
                given.set(name, names.deepCopy());
            }
        }

        private void refuse(String reason, String message) {
            condition = new Condition("NamesAccepted", "False", reason, message);
        }

        private static String inUse(String name) {
            return Problems.quoted(name) + " is already in use";
        }
    }

    /// @param others the names of all other definitions of the same group
    static Naming of(Definition definition, List<JsonNode> others) {
        Set<String> resources = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        for (JsonNode names : others) {
            resources.add(Tree.text(names, "plural"));
            resources.add(Tree.text(names, "singular"));
            Tree.list(names, "shortNames").forEach(name -> resources.add(name.asText()));
            kinds.add(Tree.text(names, "kind"));
            kinds.add(Tree.text(names, "listKind"));
        }
        Request request = new Request(definition.names(), definition.acceptedNames());
        request.one("plural", "PluralConflict", resources);
        request.one("singular", "SingularConflict", resources);
        request.shortNames(resources);
        request.one("kind", "KindConflict", kinds);
        request.one("listKind", "ListKindConflict", kinds);
        request.list("categories", definition.names());
        return new Naming(request.given, request.condition);
    }
}
