package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.FieldRefs;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The environment variables of a container, with all references resolved.
final class EnvironmentVariables {
    private final NodePod pod;
    private final JsonNode container;
    private final ConfigReferences configReferences;
    private final FieldRefs.Addresses addresses;
    private final Map<String, Long> allocatable;
    private final Map<String, String> services;
    private final Map<String, String> values = new LinkedHashMap<>();

    /// @param allocatable the allocatable resources of the node
    /// @param services the service variables of every container
    EnvironmentVariables(
            NodePod pod,
            JsonNode container,
            ConfigReferences configReferences,
            FieldRefs.Addresses addresses,
            Map<String, Long> allocatable,
            Map<String, String> services) {
        this.pod = pod;
        this.container = container;
        this.configReferences = configReferences;
        this.addresses = addresses;
        this.allocatable = allocatable;
        this.services = services;
    }

    Map<String, String> resolve() throws ContainerConfigException, InterruptedException {
        for (JsonNode from : container.path("envFrom")) {
            String prefix = from.path("prefix").asText("");
            Optional<Map<String, String>> all = from.has("secretRef")
                    ? configReferences.secret(from.path("secretRef"))
                    : configReferences.configMap(from.path("configMapRef"));
            all.ifPresent(found -> found.forEach((name, value) -> values.put(prefix + name, value)));
        }
        for (JsonNode variable : container.path("env")) {
            String name = variable.path("name").asText("");
            String text = variable.path("value").asText("");
            Optional<String> value = text.isEmpty() && variable.has("valueFrom")
                    ? from(variable.path("valueFrom"))
                    : Optional.of(VariableExpansion.expand(text, visible()));
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

    private Optional<String> from(JsonNode source) throws ContainerConfigException, InterruptedException {
        if (source.has("configMapKeyRef")) {
            JsonNode ref = source.path("configMapKeyRef");
            return key(configReferences.configMap(ref), ref, "ConfigMap");
        }
        if (source.has("secretKeyRef")) {
            JsonNode ref = source.path("secretKeyRef");
            return key(configReferences.secret(ref), ref, "Secret");
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
            throw new ContainerConfigException(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> key(Optional<Map<String, String>> data, JsonNode ref, String kind)
            throws ContainerConfigException {
        String key = ref.path("key").asText("");
        Optional<String> value = data.map(found -> found.get(key));
        if (value.isEmpty() && !ref.path("optional").asBoolean()) {
            throw new ContainerConfigException("couldn't find key %s in %s %s/%s"
                    .formatted(
                            key, kind, pod.meta().namespace(), ref.path("name").asText("")));
        }
        return value;
    }
}
