package dev.stowage.apiserver.authorization.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.authorization.node.NodeGraph.Edge;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The claim of a volume, and the secrets with which a kubelet mounts it. Secrets that only a controller needs are not
/// among them.
final class VolumeReferences {
    private static final List<String> CSI_SECRETS =
            List.of("nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef");

    /// A secret without a namespace is in that of the claim.
    private static final List<String> SECRETS_BESIDE_CLAIM = List.of("cephfs", "flexVolume", "rbd", "scaleIO", "iscsi");

    private static final List<String> SECRETS_WITH_NAMESPACE = List.of("cinder", "storageos");

    private VolumeReferences() {}

    static Set<Edge> of(ObjectKey volume, JsonNode object) {
        JsonNode spec = object.path("spec");
        if (!JsonTree.has(spec, "claimRef")) {
            return Set.of();
        }
        String home = JsonTree.text(spec, "claimRef", "namespace");
        Set<Edge> edges = new HashSet<>();
        ObjectKey claim = new ObjectKey(PodReferences.CLAIMS, home, JsonTree.text(spec, "claimRef", "name"));
        edges.add(new Edge(volume, claim));
        for (String reference : CSI_SECRETS) {
            add(edges, volume, spec.path("csi").path(reference), "");
        }
        for (String source : SECRETS_BESIDE_CLAIM) {
            add(edges, volume, spec.path(source).path("secretRef"), home);
        }
        for (String source : SECRETS_WITH_NAMESPACE) {
            add(edges, volume, spec.path(source).path("secretRef"), "");
        }
        String azure = JsonTree.text(spec, "azureFile", "secretNamespace");
        secret(edges, volume, azure.isEmpty() ? home : azure, JsonTree.text(spec, "azureFile", "secretName"));
        return Set.copyOf(edges);
    }

    private static void add(Set<Edge> edges, ObjectKey volume, JsonNode reference, String home) {
        String namespace = JsonTree.text(reference, "namespace");
        secret(edges, volume, namespace.isEmpty() ? home : namespace, JsonTree.text(reference, "name"));
    }

    private static void secret(Set<Edge> edges, ObjectKey volume, String namespace, String name) {
        if (!name.isEmpty()) {
            edges.add(new Edge(new ObjectKey(PodReferences.SECRETS, namespace, name), volume));
        }
    }
}
