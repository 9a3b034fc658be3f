package dev.stowage.explain.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Copies objects without possible secrets, and counts what was omitted. Of containers and annotations only
/// fields known to be harmless are copied; of everything else, all fields that are not known to be harmful.
final class BundleRedaction {
    private static final Set<String> CONTAINERS = Set.of("containers", "initContainers", "ephemeralContainers");
    private static final Set<String> OF_CONTAINERS = Set.of(
            "name",
            "image",
            "imagePullPolicy",
            "resources",
            "volumeMounts",
            "volumeDevices",
            "ports",
            "restartPolicy",
            "securityContext");
    /// Parameters for drivers; they may contain anything.
    private static final Set<String> SETTINGS =
            Set.of("parameters", "volumeAttributes", "options", "attachmentMetadata", "publishContext", "attributes");

    private static final Set<String> CONTENTS = Set.of("data", "stringData", "binaryData", "httpHeaders");
    private static final Set<String> COMMANDS = Set.of("command", "args", "exec");
    private static final Pattern HARMLESS_ANNOTATION =
            Pattern.compile("(?:[A-Za-z0-9-]+\\.)*(?:kubernetes\\.io|k8s\\.io|stowage\\.dev)/.*");

    private final Map<String, Integer> leftOut = new TreeMap<>();

    /// What was omitted so far, and how often.
    Map<String, Integer> leftOut() {
        return new TreeMap<>(leftOut);
    }

    JsonNode copy(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> object(object);
            case ArrayNode array -> array(array, this::copy);
            default -> node.isTextual() ? JsonNodeFactory.instance.textNode(text(node.textValue())) : node;
        };
    }

    String text(String text) {
        String clean = SecretDetector.clean(text);
        if (!clean.equals(text)) {
            count("secrets in texts");
        }
        return clean;
    }

    @FunctionalInterface
    private interface Copy {
        JsonNode of(JsonNode node);
    }

    private static ArrayNode array(JsonNode array, Copy copy) {
        ArrayNode copied = JsonNodeFactory.instance.arrayNode();
        array.forEach(each -> copied.add(copy.of(each)));
        return copied;
    }

    private ObjectNode object(ObjectNode object) {
        ObjectNode copied = Json.object();
        object.properties().forEach(field -> field(copied, field.getKey(), field.getValue()));
        return copied;
    }

    private void field(ObjectNode to, String name, JsonNode value) {
        if (CONTAINERS.contains(name) && value.isArray()) {
            to.set(name, array(value, this::container));
        } else if (SETTINGS.contains(name) && value.isObject()) {
            to.set(name, settings(value));
        } else if (name.equals("annotations") && value.isObject()) {
            to.set(name, annotations(value));
        } else if (name.equals("mountOptions") && value.isArray()) {
            to.set(name, array(value, this::mountOption));
        } else if (name.equals("terminated") && value.isObject()) {
            to.set(name, without(value, "message", "termination messages of containers"));
        } else if (name.equals("managedFields") || name.equals("images")) {
            count("lists of " + (name.equals("images") ? "images" : "field owners"));
        } else if (COMMANDS.contains(name) && value.isContainerNode()) {
            count("commands");
        } else if (CONTENTS.contains(name) && value.isContainerNode()) {
            count("contents");
        } else if (name.endsWith("ecretRef") && value.isObject()) {
            to.set(name, reference(value));
        } else if (value.isTextual() && SecretDetector.isSecretName(name)) {
            count("fields with the name of a secret");
            to.put(name, SecretDetector.LEFT_OUT);
        } else {
            to.set(name, copy(value));
        }
    }

    private JsonNode container(JsonNode container) {
        ObjectNode copied = Json.object();
        container.properties().forEach(field -> {
            if (OF_CONTAINERS.contains(field.getKey())) {
                copied.set(field.getKey(), copy(field.getValue()));
            }
        });
        container.path("env").forEach(variable -> {
            ObjectNode kept = copied.withArrayProperty("env").addObject();
            kept.put("name", variable.path("name").asText());
            if (variable.has("valueFrom")) {
                kept.set("valueFrom", copy(variable.path("valueFrom")));
            } else {
                count("environment values");
            }
        });
        if (container.has("command") || container.has("args")) {
            count("commands");
        }
        return copied;
    }

    private ObjectNode annotations(JsonNode annotations) {
        ObjectNode copied = Json.object();
        annotations.properties().forEach(field -> {
            String key = field.getKey();
            if (key.contains("last-applied")) {
                count("last applied configurations");
            } else if (HARMLESS_ANNOTATION.matcher(key).matches() && !SecretDetector.isSecretName(key)) {
                copied.put(key, text(field.getValue().asText()));
            } else {
                count("annotations");
                copied.put(key, SecretDetector.LEFT_OUT);
            }
        });
        return copied;
    }

    private ObjectNode settings(JsonNode settings) {
        ObjectNode copied = Json.object();
        settings.properties().forEach(field -> {
            String value = field.getValue().asText();
            if (field.getValue().isContainerNode()
                    || SecretDetector.isSecretSetting(field.getKey())
                    || SecretDetector.looksRandom(value)) {
                count("settings that look like secrets");
                copied.put(field.getKey(), SecretDetector.LEFT_OUT);
            } else {
                copied.put(field.getKey(), text(value));
            }
        });
        return copied;
    }

    private JsonNode mountOption(JsonNode option) {
        String text = option.asText();
        int equals = text.indexOf('=');
        if (equals > 0
                && (SecretDetector.isSecretSetting(text.substring(0, equals))
                        || SecretDetector.looksRandom(text.substring(equals + 1)))) {
            count("mount options that look like secrets");
            return JsonNodeFactory.instance.textNode(text.substring(0, equals + 1) + SecretDetector.LEFT_OUT);
        }
        return copy(option);
    }

    /// Only the reference to the secret.
    private static ObjectNode reference(JsonNode reference) {
        ObjectNode copied = Json.object();
        for (String part : Set.of("name", "namespace")) {
            if (reference.has(part)) {
                copied.put(part, reference.path(part).asText());
            }
        }
        return copied;
    }

    private JsonNode without(JsonNode object, String field, String what) {
        ObjectNode copied = object((ObjectNode) object);
        if (copied.remove(field) != null) {
            count(what);
        }
        return copied;
    }

    private void count(String what) {
        leftOut.merge(what, 1, Integer::sum);
    }
}
