package dev.stowage.node.nodestatus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the Node object says about drivers: an annotation with the node ID of each driver, and topology labels.
///
/// @param labels to be added
/// @param annotation the desired value; empty to remove it
/// @param refused the refused updates, with the reasons
record DriverNodeMetadata(Map<String, String> labels, String annotation, Map<DriverUpdate, String> refused) {
    static final String ANNOTATION = CsiKeys.NODE_ID;

    static DriverNodeMetadata of(Node seen, List<DriverUpdate> updates) {
        String before = seen.meta().annotation(ANNOTATION);
        Map<String, String> labels = new HashMap<>(seen.meta().labels());
        Map<String, String> added = new TreeMap<>();
        Map<DriverUpdate, String> refused = new HashMap<>();
        Map<String, String> ids = new TreeMap<>();
        String unreadable = read(before, ids);
        for (DriverUpdate update : updates) {
            Optional<String> collision = unreadable.isEmpty()
                    ? update.registration().flatMap(place -> collision(labels, place.topology()))
                    : Optional.of(unreadable);
            if (collision.isPresent()) {
                refused.put(update, collision.get());
            } else if (update.registration().isPresent()) {
                ids.put(update.driver(), update.registration().get().nodeId());
                labels.putAll(update.registration().get().topology());
                added.putAll(update.registration().get().topology());
            } else {
                ids.remove(update.driver());
            }
        }
        return new DriverNodeMetadata(added, unreadable.isEmpty() ? write(ids) : before, refused);
    }

    private static Optional<String> collision(Map<String, String> labels, Map<String, String> topology) {
        return new TreeMap<>(topology)
                .entrySet().stream()
                        .filter(place -> labels.containsKey(place.getKey())
                                && !place.getValue().equals(labels.get(place.getKey())))
                        .findFirst()
                        .map(place -> "detected topology value collision: driver reported "
                                + pair(place.getKey(), place.getValue()) + " but existing label is "
                                + pair(place.getKey(), labels.getOrDefault(place.getKey(), "")));
    }

    private static String pair(String key, String value) {
        return "\"" + key + "\":\"" + value + "\"";
    }

    /// @return why it cannot be read; empty when it can
    private static String read(String annotation, Map<String, String> ids) {
        if (annotation.isEmpty()) {
            return "";
        }
        try {
            JsonNode map = Json.read(annotation.getBytes(StandardCharsets.UTF_8));
            if (map.isObject()) {
                map.properties()
                        .forEach(id -> ids.put(id.getKey(), id.getValue().asText("")));
                return "";
            }
        } catch (IOException e) {
            // Reported below.
        }
        return "failed to parse node's \"" + ANNOTATION + "\" annotation value (\"" + annotation + "\")";
    }

    private static String write(Map<String, String> ids) {
        if (ids.isEmpty()) {
            return "";
        }
        var map = Json.object();
        ids.forEach(map::put);
        return new String(Json.write(map), StandardCharsets.UTF_8);
    }
}
