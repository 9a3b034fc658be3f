package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.FieldRefs;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.token.TokenCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Creates files from objects: their content and their mode.
final class ObjectProjection {
    private static final int USUAL_MODE = 0644;
    private static final int PRIVATE_MODE = 0600;

    private final KubeClient api;
    private final TokenCache tokenCache;
    private final Supplier<Map<String, Long>> allocatable;

    /// @param allocatable thousandths of what pods can have of the node
    ObjectProjection(KubeClient api, TokenCache tokenCache, Supplier<Map<String, Long>> allocatable) {
        this.api = api;
        this.tokenCache = tokenCache;
        this.allocatable = allocatable;
    }

    ProjectionPayload of(NodePod pod, BuiltInVolumeType kind, JsonNode source)
            throws IOException, InterruptedException {
        ProjectionPayload payload = new ProjectionPayload();
        int mode = source.path("defaultMode").asInt(USUAL_MODE);
        switch (kind) {
            case CONFIG_MAP -> addConfigMap(payload, pod, source, mode);
            case SECRET ->
                addSecret(payload, pod, source, source.path("secretName").asText(""), mode);
            case DOWNWARD_API -> addFields(payload, pod, source, mode);
            case PROJECTED -> {
                for (JsonNode part : source.path("sources")) {
                    addPart(payload, pod, part, mode);
                }
            }
            case EMPTY_DIR, HOST_PATH, LOCAL, NFS, IMAGE ->
                throw new IllegalArgumentException(kind + " is not a projected volume");
        }
        return payload;
    }

    private void addPart(ProjectionPayload payload, NodePod pod, JsonNode part, int mode)
            throws IOException, InterruptedException {
        if (part.path("configMap").isObject()) {
            addConfigMap(payload, pod, part.path("configMap"), mode);
        } else if (part.path("secret").isObject()) {
            JsonNode secret = part.path("secret");
            addSecret(payload, pod, secret, secret.path("name").asText(""), mode);
        } else if (part.path("downwardAPI").isObject()) {
            addFields(payload, pod, part.path("downwardAPI"), mode);
        } else if (part.path("serviceAccountToken").isObject()) {
            addToken(payload, pod, part.path("serviceAccountToken"), mode);
        } else {
            String names = String.join(
                    ", ", part.propertyStream().map(Map.Entry::getKey).toList());
            throw new IOException("this node cannot project a " + names
                    + "; it can project configMap, secret, downwardAPI and serviceAccountToken");
        }
    }

    private void addConfigMap(ProjectionPayload payload, NodePod pod, JsonNode source, int mode)
            throws IOException, InterruptedException {
        String name = source.path("name").asText("");
        JsonNode found = read(Kinds.CONFIG_MAPS, "configmap", pod, name, source);
        Map<String, byte[]> entries = new TreeMap<>();
        found.path("data")
                .forEachEntry((key, value) -> entries.put(key, value.asText("").getBytes(StandardCharsets.UTF_8)));
        entries.putAll(decoded(found.path("binaryData"), "configmap " + name));
        addEntries(payload, entries, source, mode, "configmap references non-existent config key: ");
    }

    private void addSecret(ProjectionPayload payload, NodePod pod, JsonNode source, String name, int mode)
            throws IOException, InterruptedException {
        JsonNode found = read(Kinds.SECRETS, "secret", pod, name, source);
        Map<String, byte[]> entries = decoded(found.path("data"), "secret " + name);
        addEntries(payload, entries, source, mode, "references non-existent secret key: ");
    }

    private JsonNode read(Kind<?> kind, String shown, NodePod pod, String name, JsonNode source)
            throws IOException, InterruptedException {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IOException("\"" + name + "\" is not a valid name for a " + shown);
        }
        try {
            return api.get(kind, pod.meta().namespace(), name);
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                throw e;
            }
            if (source.path("optional").asBoolean()) {
                return Json.object();
            }
            throw new IOException(shown + " \"" + name + "\" not found", e);
        }
    }

    private static Map<String, byte[]> decoded(JsonNode data, String shown) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        for (var entry : data.properties()) {
            try {
                entries.put(
                        entry.getKey(),
                        Base64.getDecoder().decode(entry.getValue().asText("")));
            } catch (IllegalArgumentException e) {
                // Without the cause, which would quote from a secret.
                throw new IOException(shown + " has an entry that is not valid base64: " + entry.getKey());
            }
        }
        return entries;
    }

    private static void addEntries(
            ProjectionPayload payload, Map<String, byte[]> entries, JsonNode source, int mode, String missing)
            throws IOException {
        JsonNode items = source.path("items");
        if (items.isEmpty()) {
            for (var entry : entries.entrySet()) {
                payload.put(entry.getKey(), ProjectedFile.of(entry.getValue(), mode));
            }
            return;
        }
        for (JsonNode item : items) {
            String key = item.path("key").asText("");
            byte[] content = entries.get(key);
            if (content != null) {
                payload.put(
                        item.path("path").asText(""),
                        ProjectedFile.of(content, item.path("mode").asInt(mode)));
            } else if (!source.path("optional").asBoolean()) {
                throw new IOException(missing + key);
            }
        }
    }

    private void addFields(ProjectionPayload payload, NodePod pod, JsonNode source, int mode) throws IOException {
        for (JsonNode item : source.path("items")) {
            String value = item.path("fieldRef").isObject()
                    ? FieldRefs.value(
                            pod, item.path("fieldRef").path("fieldPath").asText(""))
                    : FieldRefs.resource(
                            pod, item.path("resourceFieldRef"), MissingNode.getInstance(), allocatable.get());
            payload.put(
                    item.path("path").asText(""),
                    ProjectedFile.of(value, item.path("mode").asInt(mode)));
        }
    }

    /// Only the user of the pod may read it, if that user is known.
    private void addToken(ProjectionPayload payload, NodePod pod, JsonNode source, int mode)
            throws IOException, InterruptedException {
        Long owner = ProjectedFileOwner.of(pod);
        String text = tokenCache
                .of(
                        pod,
                        source.path("audience").asText(""),
                        source.path("expirationSeconds").asLong(0))
                .text();
        int own = owner != null || pod.fsGroup() != null ? PRIVATE_MODE : mode;
        payload.put(source.path("path").asText(""), ProjectedFile.of(text, own).ownedBy(owner));
    }
}
