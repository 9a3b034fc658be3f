package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// ConfigMaps and Secrets of a namespace; each is read once per container.
final class ConfigReferences {
    private final KubeClient api;
    private final String namespace;
    private final Map<String, Optional<Map<String, String>>> known = new HashMap<>();

    ConfigReferences(KubeClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /// Empty when it does not exist and is optional.
    Optional<Map<String, String>> configMap(JsonNode ref) throws ContainerConfigException, InterruptedException {
        return find(Kinds.CONFIG_MAPS, ref);
    }

    /// Empty when it does not exist and is optional.
    Optional<Map<String, String>> secret(JsonNode ref) throws ContainerConfigException, InterruptedException {
        return find(Kinds.SECRETS, ref);
    }

    private Optional<Map<String, String>> find(Kind<?> kind, JsonNode ref)
            throws ContainerConfigException, InterruptedException {
        String name = ref.path("name").asText("");
        String key = kind.name() + " " + name;
        if (!known.containsKey(key)) {
            known.put(key, read(kind, name));
        }
        Optional<Map<String, String>> found = known.getOrDefault(key, Optional.empty());
        if (found.isEmpty() && !ref.path("optional").asBoolean()) {
            throw new ContainerConfigException(kind.name().toLowerCase(Locale.ROOT) + " \"" + name + "\" not found");
        }
        return found;
    }

    private Optional<Map<String, String>> read(Kind<?> kind, String name)
            throws ContainerConfigException, InterruptedException {
        try {
            JsonNode object = api.get(kind, namespace, name);
            Map<String, String> data = new LinkedHashMap<>();
            boolean encoded = kind.equals(Kinds.SECRETS);
            object.path("data").properties().forEach(entry -> {
                String value = entry.getValue().asText("");
                data.put(entry.getKey(), encoded ? decoded(value) : value);
            });
            return Optional.of(data);
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw new ContainerConfigException("cannot read " + kind.name() + " \"" + name + "\": " + e.getMessage());
        }
    }

    private static String decoded(String value) {
        return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }
}
