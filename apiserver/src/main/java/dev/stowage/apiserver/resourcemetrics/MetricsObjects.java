package dev.stowage.apiserver.resourcemetrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// NodeMetrics and PodMetrics from two samples.
///
/// @param samples by node
/// @param now the creation time of the objects
record MetricsObjects(Map<String, SamplePair> samples, Instant now) {

    MetricsObjects {
        samples = Map.copyOf(samples);
    }

    /// Two samples of a node.
    record SamplePair(NodeSample before, NodeSample now) {}

    /// Empty when nothing is known about the node.
    Optional<ObjectNode> node(JsonNode node) {
        return find(JsonTree.text(node, "metadata", "name"))
                .flatMap(pair ->
                        UsageWindow.between(pair.before().node(), pair.now().node()))
                .map(window -> {
                    ObjectNode object = object("NodeMetrics", node, window);
                    object.set("usage", window.usage());
                    return object;
                });
    }

    /// Empty when nothing is known about its containers.
    Optional<ObjectNode> pod(JsonNode pod) {
        Optional<SamplePair> pair = find(JsonTree.text(pod, "spec", "nodeName"));
        Map<String, UsageWindow> windows = new TreeMap<>();
        if (pair.isPresent()) {
            String namespace = JsonTree.text(pod, "metadata", "namespace");
            String name = JsonTree.text(pod, "metadata", "name");
            pair.get().now().containers().forEach((key, usage) -> {
                if (key.namespace().equals(namespace) && key.pod().equals(name)) {
                    UsageWindow.between(pair.get().before().containers().get(key), usage)
                            .ifPresent(window -> windows.put(key.container(), window));
                }
            });
        }
        if (windows.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode object =
                object("PodMetrics", pod, windows.values().iterator().next());
        ArrayNode containers = object.putArray("containers");
        windows.forEach(
                (name, window) -> containers.addObject().put("name", name).set("usage", window.usage()));
        return Optional.of(object);
    }

    private Optional<SamplePair> find(String node) {
        return Optional.ofNullable(samples.get(node));
    }

    private ObjectNode object(String kind, JsonNode about, UsageWindow window) {
        ObjectNode object = Json.object().put("kind", kind).put("apiVersion", MetricsGroup.GROUP + "/v1beta1");
        ObjectNode metadata = object.putObject("metadata").put("name", JsonTree.text(about, "metadata", "name"));
        String namespace = JsonTree.text(about, "metadata", "namespace");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        JsonTree.object(about, "metadata", "labels").ifPresent(labels -> metadata.set("labels", labels));
        object.put("timestamp", window.at().truncatedTo(ChronoUnit.SECONDS).toString());
        return object.put("window", window.windowText());
    }
}
