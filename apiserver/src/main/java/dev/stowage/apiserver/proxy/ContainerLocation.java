package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/// A container, its pod and its node.
///
/// @param node empty while the pod has none
record ContainerLocation(String namespace, String pod, String container, String node) {

    /// @param wanted empty for the default, if the pod has one container
    static ContainerLocation of(JsonNode pod, String wanted) throws ApiException {
        String name = JsonTree.text(pod, "metadata", "name");
        String container = wanted;
        if (wanted.isEmpty()) {
            JsonNode containers = JsonTree.list(pod, "spec", "containers");
            if (containers.size() != 1) {
                String choice = containers.isEmpty() ? "" : ", choose one of: [" + String.join(" ", all(pod)) + "]";
                throw ApiException.badRequest("a container name must be specified for pod " + name + choice);
            }
            container = JsonTree.text(containers.get(0), "name");
        } else if (!all(pod).contains(wanted)) {
            throw ApiException.badRequest("container %s is not valid for pod %s".formatted(wanted, name));
        }
        return new ContainerLocation(
                JsonTree.text(pod, "metadata", "namespace"), name, container, JsonTree.text(pod, "spec", "nodeName"));
    }

    private static List<String> all(JsonNode pod) {
        List<String> names = new ArrayList<>();
        for (String kind : List.of("initContainers", "containers", "ephemeralContainers")) {
            JsonTree.list(pod, "spec", kind).forEach(container -> names.add(JsonTree.text(container, "name")));
        }
        return names;
    }

    /// The kubelet's path; names of objects need no escaping.
    String path(String what) {
        return "/%s/%s/%s/%s".formatted(what, namespace, pod, container);
    }
}
