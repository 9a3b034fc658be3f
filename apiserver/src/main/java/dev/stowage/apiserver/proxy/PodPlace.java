package dev.stowage.apiserver.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.List;

/// Which container of which pod, on which node.
///
/// @param node empty while the pod has none
record PodPlace(String namespace, String pod, String container, String node) {

    /// @param wanted empty to leave the choice to the pod, which must then have one container
    static PodPlace of(JsonNode pod, String wanted) throws ApiException {
        String name = Tree.text(pod, "metadata", "name");
        String container = wanted;
        if (wanted.isEmpty()) {
            JsonNode containers = Tree.list(pod, "spec", "containers");
            if (containers.size() != 1) {
                String choice = containers.isEmpty() ? "" : ", choose one of: [" + String.join(" ", all(pod)) + "]";
                throw ApiException.badRequest("a container name must be specified for pod " + name + choice);
            }
            container = Tree.text(containers.get(0), "name");
        } else if (!all(pod).contains(wanted)) {
            throw ApiException.badRequest("container %s is not valid for pod %s".formatted(wanted, name));
        }
        return new PodPlace(
                Tree.text(pod, "metadata", "namespace"), name, container, Tree.text(pod, "spec", "nodeName"));
    }

    private static List<String> all(JsonNode pod) {
        List<String> names = new ArrayList<>();
        for (String kind : List.of("initContainers", "containers", "ephemeralContainers")) {
            Tree.list(pod, "spec", kind).forEach(container -> names.add(Tree.text(container, "name")));
        }
        return names;
    }

    /// The kubelet's path; names of objects need no escaping.
    String path(String what) {
        return "/%s/%s/%s/%s".formatted(what, namespace, pod, container);
    }
}
