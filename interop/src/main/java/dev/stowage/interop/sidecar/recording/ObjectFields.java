package dev.stowage.interop.sidecar.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An object as lines, one for each field with a value, sorted by path.
public final class ObjectFields {

    /// Changed by the server with every write.
    private static final Set<String> BOOKKEEPING = Set.of(
            "metadata.managedFields",
            "metadata.resourceVersion",
            "metadata.generation",
            "metadata.uid",
            "metadata.creationTimestamp",
            "metadata.deletionGracePeriodSeconds",
            "metadata.selfLink",
            "apiVersion",
            "kind");

    /// Removed by the Kubernetes controllers, sometimes between our read and the write.
    private static final Set<String> OTHERS =
            Set.of("\"kubernetes.io/pv-protection\"", "\"kubernetes.io/pvc-protection\"");

    /// Added by the snapshot controller, sometimes between our read and the write. The sidecars only remove them.
    private static final Set<String> ADDED_BY_OTHERS = Set.of(
            "\"snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection\"",
            "\"groupsnapshot.storage.kubernetes.io/volumegroupsnapshotcontent-bound-protection\"");

    private ObjectFields() {}

    public static List<String> of(JsonNode object) {
        List<String> lines = new ArrayList<>();
        flat(object).forEach((path, value) -> lines.add(path + " = " + value));
        return lines;
    }

    /// The differences between two versions of an object. For a list of strings, such as finalizers, the added
    /// and removed entries.
    static List<String> changes(JsonNode before, JsonNode after) {
        Map<String, JsonNode> old = flat(before);
        Map<String, JsonNode> fresh = flat(after);
        Map<String, List<String>> lines = new TreeMap<>();
        fresh.forEach((path, value) -> lines.put(path, change(path, old.get(path), value)));
        old.forEach((path, value) -> lines.computeIfAbsent(path, _ -> change(path, value, null)));
        return lines.values().stream().flatMap(List::stream).toList();
    }

    private static List<String> change(String path, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (Objects.equals(before, after) || (isTime(before) && isTime(after))) {
            return List.of(); // within one second a later time is the same
        }
        if (before instanceof ArrayNode || after instanceof ArrayNode) {
            Set<String> old = words(before);
            Set<String> fresh = words(after);
            return Stream.concat(
                            fresh.stream()
                                    .filter(word -> !old.contains(word) && !ADDED_BY_OTHERS.contains(word))
                                    .map(word -> path + " + " + word),
                            old.stream().filter(word -> !fresh.contains(word)).map(word -> path + " - " + word))
                    .toList();
        }
        return List.of(after == null ? path + " gone" : path + " = " + after);
    }

    private static boolean isTime(@Nullable JsonNode value) {
        return value != null
                && TranscriptNormalizer.TIME.matcher(value.asText()).matches();
    }

    private static Set<String> words(@Nullable JsonNode list) {
        Set<String> words = new LinkedHashSet<>();
        if (list != null) {
            list.forEach(word -> words.add(word.toString()));
        }
        words.removeAll(OTHERS);
        return words;
    }

    private static Map<String, JsonNode> flat(JsonNode object) {
        Map<String, JsonNode> fields = new TreeMap<>();
        add(fields, "", object);
        return fields;
    }

    private static void add(Map<String, JsonNode> fields, String path, JsonNode node) {
        if (BOOKKEEPING.contains(path)) {
            return;
        }
        switch (node) {
            case ObjectNode object
            when !object.isEmpty() ->
                object.properties().forEach(each -> add(fields, below(path, each.getKey()), each.getValue()));
            case ArrayNode array
            when array.size() > 0 && array.get(0).isObject() -> {
                boolean typed = path.endsWith("conditions");
                for (int i = 0; i < array.size(); i++) {
                    // The order of conditions does not matter.
                    String which = typed ? array.get(i).path("type").asText() : Integer.toString(i);
                    add(fields, path + "[" + which + "]", array.get(i));
                }
            }
            default -> {
                if (!path.isEmpty()) {
                    fields.put(path, node);
                }
            }
        }
    }

    private static String below(String path, String name) {
        // A name with dots is a user-defined key: a label, an annotation.
        String step = name.matches("[A-Za-z0-9_-]+") ? name : "[" + name + "]";
        return path.isEmpty() ? step : step.startsWith("[") ? path + step : path + "." + step;
    }
}
