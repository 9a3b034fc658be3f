package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Of several defaults the newest counts, so that a new one can be created before the old one is removed.
final class NewestDefaultClass {
    private NewestDefaultClass() {}

    static Optional<String> name(List<ObjectNode> objects, Predicate<JsonNode> isDefault) {
        return objects.stream()
                .filter(isDefault)
                .min(Comparator.<ObjectNode, String>comparing(
                                each -> JsonTree.text(each, "metadata", "creationTimestamp"), Comparator.reverseOrder())
                        .thenComparing(each -> JsonTree.text(each, "metadata", "name")))
                .map(each -> JsonTree.text(each, "metadata", "name"));
    }

    static boolean isAnnotated(JsonNode object, String annotation) {
        return JsonTree.text(object, "metadata", "annotations", annotation).equals("true");
    }
}
