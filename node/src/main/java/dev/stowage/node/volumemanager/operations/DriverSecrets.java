package dev.stowage.node.volumemanager.operations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.SecretReference;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Secrets for drivers: read when they are needed, and not cached.
final class DriverSecrets {
    private final KubeClient api;

    DriverSecrets(KubeClient api) {
        this.api = api;
    }

    /// @param field the secret's field in the volume, for messages
    Map<String, String> fetch(@Nullable SecretReference secret, String field)
            throws VolumeOperationException, InterruptedException {
        if (secret == null) {
            return Map.of();
        }
        try {
            JsonNode found = api.get(Kinds.SECRETS, secret.namespace(), secret.name());
            Map<String, String> values = new LinkedHashMap<>();
            found.path("data")
                    .propertyStream()
                    .forEach(entry -> values.put(
                            entry.getKey(),
                            new String(
                                    Base64.getDecoder().decode(entry.getValue().asText("")), StandardCharsets.UTF_8)));
            return values;
        } catch (ApiFailure e) {
            throw VolumeOperationException.untried(
                    "fetching " + field + " " + secret.namespace() + "/" + secret.name() + " failed: " + e.getMessage(),
                    e);
        } catch (IllegalArgumentException e) {
            throw VolumeOperationException.untried(
                    "fetching " + field + " " + secret.namespace() + "/" + secret.name() + " failed: not valid base64",
                    e);
        }
    }
}
