package dev.stowage.kube.client;

import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Credentials from exec plugins and auth providers. A library supports them all; it is big, so it is loaded
/// only when needed.
final class CredentialPluginConfig {
    private Config config;

    CredentialPluginConfig(Path kubeconfig) {
        this.config = Config.fromKubeconfig(new File(kubeconfig.toString()));
    }

    RestConfig access() throws IOException {
        return new RestConfig(
                URI.create(config.getMasterUrl()),
                bytes(config.getCaCertData(), config.getCaCertFile()),
                config.isTrustCerts(),
                bytes(config.getClientCertData(), config.getClientCertFile()),
                bytes(config.getClientKeyData(), config.getClientKeyFile()),
                "",
                null,
                Objects.requireNonNullElse(config.getNamespace(), ""));
    }

    synchronized Optional<String> token() {
        String token = config.getAutoOAuthToken() == null ? config.getOauthToken() : config.getAutoOAuthToken();
        if (config.getOauthTokenProvider() != null) {
            token = config.getOauthTokenProvider().getToken();
        }
        return Optional.ofNullable(token);
    }

    synchronized void refresh() {
        config = config.refresh();
    }

    private static byte[] bytes(@Nullable String data, @Nullable String file) throws IOException {
        if (data != null && !data.isEmpty()) {
            return data.startsWith("-----")
                    ? data.getBytes(StandardCharsets.US_ASCII)
                    : Base64.getMimeDecoder().decode(data);
        }
        return file == null || file.isEmpty() ? new byte[0] : Files.readAllBytes(Path.of(file));
    }
}
