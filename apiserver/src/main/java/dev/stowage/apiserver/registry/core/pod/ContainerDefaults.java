package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// The defaults of a container.
final class ContainerDefaults {
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> HOOKS = List.of("postStart", "preStop");

    private ContainerDefaults() {}

    static void set(ObjectNode container) {
        PodDefaults.text(container, "imagePullPolicy", pullPolicy(JsonTree.text(container, "image")));
        PodDefaults.text(container, "terminationMessagePath", "/dev/termination-log");
        PodDefaults.text(container, "terminationMessagePolicy", "File");
        for (JsonNode port : JsonTree.list(container, "ports")) {
            if (port instanceof ObjectNode one) {
                PodDefaults.text(one, "protocol", "TCP");
            }
        }
        for (JsonNode variable : JsonTree.list(container, "env")) {
            fieldVersion(variable.path("valueFrom"));
        }
        for (String name : PROBES) {
            JsonTree.object(container, name).ifPresent(ContainerDefaults::probe);
        }
        for (String hook : HOOKS) {
            JsonTree.object(container, "lifecycle", hook, "httpGet").ifPresent(ContainerDefaults::request);
        }
    }

    /// `Always` for the tag `latest`, which is also the default tag.
    static String pullPolicy(String image) {
        int digest = image.indexOf('@');
        String name = digest < 0 ? image : image.substring(0, digest);
        int colon = name.lastIndexOf(':');
        boolean tagged = colon > name.lastIndexOf('/');
        String tag = tagged ? name.substring(colon + 1) : digest < 0 ? "latest" : "";
        String repository = tagged ? name.substring(0, colon) : name;
        return tag.equals("latest") && isReference(repository) ? "Always" : "IfNotPresent";
    }

    /// An invalid image name has no tag.
    private static boolean isReference(String repository) {
        String path = repository.substring(repository.indexOf('/') + 1);
        return !path.isEmpty()
                && path.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "._-/".indexOf(c) >= 0);
    }

    static void fieldVersion(JsonNode source) {
        JsonTree.object(source, "fieldRef").ifPresent(reference -> PodDefaults.text(reference, "apiVersion", "v1"));
    }

    private static void probe(ObjectNode probe) {
        PodDefaults.number(probe, "timeoutSeconds", 1);
        PodDefaults.number(probe, "periodSeconds", 10);
        PodDefaults.number(probe, "successThreshold", 1);
        PodDefaults.number(probe, "failureThreshold", 3);
        JsonTree.object(probe, "httpGet").ifPresent(ContainerDefaults::request);
    }

    private static void request(ObjectNode request) {
        PodDefaults.text(request, "path", "/");
        PodDefaults.text(request, "scheme", "HTTP");
    }
}
