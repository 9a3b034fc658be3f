package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.NodeKeys;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// A node changes its own Node object only, and neither its taints nor the labels by which administrators decide what
/// runs where.
final class NodeObjectRestriction {
    private static final Set<String> KUBELET_LABELS = Set.of(
            NodeKeys.HOSTNAME,
            NodeKeys.TOPOLOGY_ZONE,
            NodeKeys.TOPOLOGY_REGION,
            NodeKeys.BETA_ZONE,
            NodeKeys.BETA_REGION,
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type",
            NodeKeys.OS,
            NodeKeys.ARCH,
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/arch");

    private static final Set<String> KUBELET_NAMESPACES = Set.of("kubelet.kubernetes.io", "node.kubernetes.io");
    private static final Set<String> RESERVED_NAMESPACES = Set.of("kubernetes.io", "k8s.io");
    private static final String RESTRICTED_NAMESPACE = "node-restriction.kubernetes.io";

    private NodeObjectRestriction() {}

    static void check(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        String quoted = FieldErrors.quoted(node);
        if (!admissionAttributes.name().equals(node)) {
            throw admissionAttributes.forbidden("node %s is not allowed to modify node %s"
                    .formatted(quoted, FieldErrors.quoted(admissionAttributes.name())));
        }
        switch (admissionAttributes.admissionOperation()) {
            case CREATE -> {
                ObjectNode created = admissionAttributes.newObject();
                if (JsonTree.has(created, "spec", "configSource")) {
                    throw admissionAttributes.forbidden(
                            "node %s is not allowed to create pods with a non-nil configSource".formatted(quoted));
                }
                Set<String> labels = forbidden(JsonTree.texts(created, "metadata", "labels"), Map.of());
                if (!labels.isEmpty()) {
                    throw admissionAttributes.forbidden("node %s is not allowed to set the following labels: %s"
                            .formatted(quoted, String.join(", ", labels)));
                }
            }
            case UPDATE -> update(quoted, admissionAttributes);
            case DELETE -> {} // its own
        }
    }

    private static void update(String quoted, AdmissionAttributes admissionAttributes) throws ApiException {
        ObjectNode next = admissionAttributes.newObject();
        ObjectNode old = admissionAttributes.oldObject();
        if (JsonTree.has(next, "spec", "configSource")
                && !JsonTree.at(next, "spec", "configSource").equals(JsonTree.at(old, "spec", "configSource"))) {
            throw admissionAttributes.forbidden(
                    "node %s is not allowed to update configSource to a new non-nil configSource".formatted(quoted));
        }
        if (!JsonTree.list(next, "spec", "taints").equals(JsonTree.list(old, "spec", "taints"))) {
            throw admissionAttributes.forbidden("node %s is not allowed to modify taints".formatted(quoted));
        }
        if (!JsonTree.list(next, "metadata", "ownerReferences")
                .equals(JsonTree.list(old, "metadata", "ownerReferences"))) {
            throw admissionAttributes.forbidden("node %s is not allowed to modify ownerReferences".formatted(quoted));
        }
        Set<String> labels =
                forbidden(JsonTree.texts(next, "metadata", "labels"), JsonTree.texts(old, "metadata", "labels"));
        if (!labels.isEmpty()) {
            throw admissionAttributes.forbidden("is not allowed to modify labels: " + String.join(", ", labels));
        }
    }

    /// The labels that differ and are not for a kubelet to set.
    private static Set<String> forbidden(Map<String, String> next, Map<String, String> old) {
        Set<String> labels = new TreeSet<>(next.keySet());
        labels.addAll(old.keySet());
        labels.removeIf(label -> Objects.equals(next.get(label), old.get(label)) || !isForbidden(label));
        return labels;
    }

    private static boolean isForbidden(String label) {
        int slash = label.indexOf('/');
        String namespace = slash < 0 ? "" : label.substring(0, slash);
        boolean isKubelets =
                KUBELET_LABELS.contains(label) || KUBELET_NAMESPACES.stream().anyMatch(own -> isIn(namespace, own));
        return isIn(namespace, RESTRICTED_NAMESPACE)
                || (!isKubelets && RESERVED_NAMESPACES.stream().anyMatch(reserved -> isIn(namespace, reserved)));
    }

    private static boolean isIn(String namespace, String parent) {
        return namespace.equals(parent) || namespace.endsWith("." + parent);
    }
}
