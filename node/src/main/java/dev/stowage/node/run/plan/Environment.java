package dev.stowage.node.run.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.spec.FieldRefs;
import dev.stowage.node.spec.NodePod;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The environment of a container, every reference looked up.
final class Environment {
    private final NodePod pod;
    private final JsonNode container;
    private final References references;
    private final FieldRefs.Addresses addresses;
    private final Map<String, Long> allocatable;
    private final Map<String, String> services;
    private final Map<String, String> values = new LinkedHashMap<>();

    /// @param allocatable what pods can have of the node
    /// @param services what every container is told of services
    Environment(
            NodePod pod,
            JsonNode container,
            References references,
            FieldRefs.Addresses addresses,
            Map<String, Long> allocatable,
            Map<String, String> services) {
        this.pod = pod;
        this.container = container;
        this.references = references;
        this.addresses = addresses;
        this.allocatable = allocatable;
        this.services = services;
    }

    Map<String, String> resolve() throws ConfigTrouble, InterruptedException {
        for (JsonNode from : container.path("envFrom")) {
            String prefix = from.path("prefix").asText("");
            Optional<Map<String, String>> all = from.has("secretRef")
                    ? references.secret(from.path("secretRef"))
                    : references.configMap(from.path("configMapRef"));
            all.ifPresent(found -> found.forEach((name, value) -> values.put(prefix + name, value)));
        }
        for (JsonNode variable : container.path("env")) {
            String name = variable.path("name").asText("");
            String text = variable.path("value").asText("");
            Optional<String> value = text.isEmpty() && variable.has("valueFrom")
                    ? from(variable.path("valueFrom"))
                    : Optional.of(Expansion.expand(text, visible()));
            value.ifPresent(found -> values.put(name, found));
        }
        services.forEach(values::putIfAbsent);
        return values;
    }

    private Map<String, String> visible() {
        var all = new HashMap<>(services);
        all.putAll(values);
        return all;
    }

    private Optional<String> from(JsonNode source) throws ConfigTrouble, InterruptedException {
        if (source.has("configMapKeyRef")) {
            JsonNode ref = source.path("configMapKeyRef");
            return key(references.configMap(ref), ref, "ConfigMap");
        }
        if (source.has("secretKeyRef")) {
            JsonNode ref = source.path("secretKeyRef");
            return key(references.secret(ref), ref, "Secret");
        }
        try {
            return Optional.of(
                    source.has("resourceFieldRef")
                            ? FieldRefs.resource(pod, source.path("resourceFieldRef"), container, allocatable)
                            : FieldRefs.value(
                                    pod,
                                    source.path("fieldRef").path("fieldPath").asText(""),
                                    addresses));
        } catch (IOException e) {
            throw new ConfigTrouble(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> key(Optional<Map<String, String>> data, JsonNode ref, String kind) throws ConfigTrouble {
        String key = ref.path("key").asText("");
        Optional<String> value = data.map(found -> found.get(key));
        if (value.isEmpty() && !ref.path("optional").asBoolean()) {
            throw new ConfigTrouble("couldn't find key %s in %s %s/%s"
                    .formatted(
                            key, kind, pod.meta().namespace(), ref.path("name").asText("")));
        }
        return value;
    }
}
