package dev.stowage.node.self;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What the node's object says of drivers: an annotation with what each calls the node, and labels of where it is.
///
/// @param labels to be added
/// @param annotation as it shall be; empty when it shall not be there
/// @param refused what was not granted, and why
record DriverTexts(Map<String, String> labels, String annotation, Map<DriverAsk, String> refused) {
    static final String ANNOTATION = "csi.volume.kubernetes.io/nodeid";

    static DriverTexts of(Node seen, List<DriverAsk> asks) {
        String before = seen.meta().annotation(ANNOTATION);
        Map<String, String> labels = new HashMap<>(seen.meta().labels());
        Map<String, String> added = new TreeMap<>();
        Map<DriverAsk, String> refused = new HashMap<>();
        Map<String, String> ids = new TreeMap<>();
        String unreadable = read(before, ids);
        for (DriverAsk ask : asks) {
            Optional<String> collision = unreadable.isEmpty()
                    ? ask.place().flatMap(place -> collision(labels, place.topology()))
                    : Optional.of(unreadable);
            if (collision.isPresent()) {
                refused.put(ask, collision.get());
            } else if (ask.place().isPresent()) {
                ids.put(ask.driver(), ask.place().get().nodeId());
                labels.putAll(ask.place().get().topology());
                added.putAll(ask.place().get().topology());
            } else {
                ids.remove(ask.driver());
            }
        }
        return new DriverTexts(added, unreadable.isEmpty() ? write(ids) : before, refused);
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
            // It is said below.
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
