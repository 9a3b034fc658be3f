package dev.stowage.sidecar.secret;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.SecretReference;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads secrets when a call needs them. Nothing is cached: a changed secret is used from the next call on,
/// and a dump of this process contains none.
public final class SecretReader {
    private final KubeClient api;

    public SecretReader(KubeClient api) {
        this.api = api;
    }

    /// @param at null for a call without secrets
    public Map<String, String> read(@Nullable SecretReference at) throws ApiFailure, InterruptedException {
        if (at == null) {
            return Map.of();
        }
        JsonNode data = get(at).path("data");
        Map<String, String> secrets = new HashMap<>();
        data.properties()
                .forEach(entry -> secrets.put(
                        entry.getKey(),
                        new String(Base64.getDecoder().decode(entry.getValue().asText()), StandardCharsets.UTF_8)));
        return secrets;
    }

    /// The server's message names the secret but not its namespace, which is often the mistake.
    private JsonNode get(SecretReference at) throws ApiFailure, InterruptedException {
        try {
            return api.get(Kinds.SECRETS, at.namespace(), at.name());
        } catch (ApiFailure e) {
            throw new ApiFailure(
                    e.code(),
                    e.reason(),
                    "error getting secret " + at.name() + " in namespace " + at.namespace() + ": " + e.getMessage(),
                    null);
        }
    }
}
