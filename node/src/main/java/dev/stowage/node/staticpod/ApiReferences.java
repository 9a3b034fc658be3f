package dev.stowage.node.staticpod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The API objects that a pod uses. A static pod must use none: it runs without the API server.
final class ApiReferences {
    private static final Map<String, String> VOLUMES = Map.of(
            "configMap", "configmaps",
            "secret", "secrets",
            "csi", "csidrivers (via CSI volumes)",
            "glusterfs", "endpoints (via glusterFS volumes)",
            "persistentVolumeClaim", "persistentvolumeclaims",
            "ephemeral", "persistentvolumeclaims (via ephemeral volumes)",
            "azureFile", "secrets");

    private static final Map<String, String> PROJECTIONS = Map.of(
            "configMap", "configmaps",
            "secret", "secrets",
            "serviceAccountToken", "serviceaccounts (via projected volumes)",
            "clusterTrustBundle", "clustertrustbundles",
            "podCertificate", "podcertificates");

    private static final Map<String, String> VARIABLES = Map.of(
            "secretRef", "secrets",
            "secretKeyRef", "secrets",
            "configMapRef", "configmaps",
            "configMapKeyRef", "configmaps");

    private ApiReferences() {}

    /// What the first of them is, in the words of Kubernetes.
    static Optional<String> first(JsonNode spec) {
        // The second is the old name of the first.
        if (!spec.path("serviceAccountName").asText("").isEmpty()
                || !spec.path("serviceAccount").asText("").isEmpty()) {
            return Optional.of("serviceaccounts");
        }
        if (!spec.path("imagePullSecrets").isEmpty()) {
            return Optional.of("secrets");
        }
        if (!spec.path("resourceClaims").isEmpty()) {
            return Optional.of("resourceclaims");
        }
        return variables(spec).or(() -> volumes(spec));
    }

    private static Optional<String> variables(JsonNode spec) {
        return Stream.of("initContainers", "containers")
                .flatMap(list -> spec.path(list).valueStream())
                .flatMap(container -> Stream.concat(
                        container.path("envFrom").valueStream(),
                        container.path("env").valueStream().map(one -> one.path("valueFrom"))))
                .flatMap(source -> field(source, VARIABLES).stream())
                .findFirst();
    }

    private static Optional<String> volumes(JsonNode spec) {
        return spec.path("volumes").valueStream().flatMap(ApiReferences::volume).findFirst();
    }

    private static Stream<String> volume(JsonNode volume) {
        List<String> sources = volume.path("projected")
                .path("sources")
                .valueStream()
                .flatMap(source -> field(source, PROJECTIONS).stream())
                .toList();
        return Stream.concat(field(volume, VOLUMES).stream(), sources.stream());
    }

    private static Optional<String> field(JsonNode object, Map<String, String> fields) {
        return object.properties().stream()
                .map(field -> fields.getOrDefault(field.getKey(), ""))
                .filter(referenced -> !referenced.isEmpty())
                .findFirst();
    }
}
