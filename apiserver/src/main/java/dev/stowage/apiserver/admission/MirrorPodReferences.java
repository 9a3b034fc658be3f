package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.authorization.node.PodReferences;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The API objects that a mirror pod would use. It must use none: its node would get access to them.
final class MirrorPodReferences {
    private static final List<String> NAMED =
            List.of(PodReferences.SERVICE_ACCOUNTS, PodReferences.SECRETS, PodReferences.CONFIG_MAPS);

    private static final Map<String, String> VOLUMES = Map.of(
            "csi", "csidrivers (via CSI volumes)",
            "glusterfs", "endpoints (via glusterFS volumes)",
            "persistentVolumeClaim", "persistentvolumeclaims",
            "ephemeral", "persistentvolumeclaims (via ephemeral volumes)");

    private static final Map<String, String> PROJECTIONS = Map.of(
            "serviceAccountToken", "serviceaccounts (via projected volumes)",
            "clusterTrustBundle", "clustertrustbundles",
            "podCertificate", "podcertificates");

    private MirrorPodReferences() {}

    /// What the first of them is, in the words of Kubernetes.
    static Optional<String> first(JsonNode pod) {
        Set<String> named =
                PodReferences.of(pod).stream().map(ObjectKey::resource).collect(Collectors.toSet());
        for (String resource : NAMED) {
            if (named.contains(resource)) {
                return Optional.of(resource);
            }
        }
        if (!JsonTree.list(pod, "spec", "resourceClaims").isEmpty()) {
            return Optional.of("resourceclaims");
        }
        for (JsonNode volume : JsonTree.list(pod, "spec", "volumes")) {
            Optional<String> found = field(volume, VOLUMES);
            for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
                found = found.or(() -> field(source, PROJECTIONS));
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> field(JsonNode object, Map<String, String> fields) {
        return object.properties().stream()
                .map(field -> fields.getOrDefault(field.getKey(), ""))
                .filter(referenced -> !referenced.isEmpty())
                .findFirst();
    }
}
