package dev.stowage.sidecar.snapshotter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// The versions of an API group that the cluster serves. Custom resources may be installed at any time.
final class ServedVersions {

    private ServedVersions() {}

    /// @return empty when the cluster does not have the group
    static List<String> of(KubeClient api, String group) throws IOException, InterruptedException {
        JsonNode found;
        try (InputStream in = api.stream("/apis/" + group)) {
            found = Json.read(in.readAllBytes());
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return List.of();
            }
            throw e;
        }
        return found.path("versions")
                .valueStream()
                .map(version -> version.path("version").asText())
                .toList();
    }
}
