package dev.stowage.kube.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads the current context of a kubeconfig file.
final class KubeconfigFile {
    /// Credentials that need a plugin or an identity provider.
    private static final Set<String> UNUSUAL = Set.of("exec", "auth-provider", "username");

    private final Path file;
    private final Map<?, ?> content;

    private KubeconfigFile(Path file, Map<?, ?> content) {
        this.file = file;
        this.content = content;
    }

    /// Empty when the file uses credentials that need a plugin.
    static Optional<RestConfig> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Object found = new Load(LoadSettings.builder().build()).loadFromInputStream(in);
            if (found instanceof Map<?, ?> content) {
                return new KubeconfigFile(file.toAbsolutePath(), content).access();
            }
            throw new IOException("kubeconfig " + file + " is empty (expected clusters, users and contexts)");
        } catch (YamlEngineException e) {
            // The parser's message quotes the file, which may contain a key.
            throw new IOException("kubeconfig " + file + " is not valid YAML");
        }
    }

    private Optional<RestConfig> access() throws IOException {
        Map<?, ?> context = named("contexts", "context", text(content, "current-context"));
        Map<?, ?> cluster = named("clusters", "cluster", text(context, "cluster"));
        Map<?, ?> user = named("users", "user", text(context, "user"));
        if (UNUSUAL.stream().anyMatch(user::containsKey)
                || !text(cluster, "proxy-url").isEmpty()) {
            return Optional.empty();
        }
        String tokenFile = text(user, "tokenFile");
        String server = text(cluster, "server");
        if (server.isEmpty()) {
            throw new IOException(
                    "kubeconfig " + file + " has no server for its current context (run kubectl config use-context)");
        }
        return Optional.of(new RestConfig(
                URI.create(server),
                bytes(cluster, "certificate-authority"),
                text(cluster, "insecure-skip-tls-verify").equals("true"),
                bytes(user, "client-certificate"),
                bytes(user, "client-key"),
                text(user, "token"),
                tokenFile.isEmpty() ? null : file.resolveSibling(tokenFile),
                text(context, "namespace")));
    }

    /// A named entry of one of the lists; empty when there is no such entry.
    private Map<?, ?> named(String list, String field, String name) {
        if (content.get(list) instanceof List<?> entries) {
            for (Object entry : entries) {
                if (entry instanceof Map<?, ?> pair
                        && text(pair, "name").equals(name)
                        && pair.get(field) instanceof Map<?, ?> found) {
                    return found;
                }
            }
        }
        return Map.of();
    }

    private static String text(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    /// The bytes are in the file itself, or in another file that it names.
    private byte[] bytes(Map<?, ?> fields, String name) throws IOException {
        String data = text(fields, name + "-data");
        if (!data.isEmpty()) {
            try {
                return Base64.getMimeDecoder().decode(data);
            } catch (IllegalArgumentException e) {
                throw new IOException("kubeconfig " + file + ": " + name + "-data is not valid base64");
            }
        }
        String path = text(fields, name);
        return path.isEmpty() ? new byte[0] : Files.readAllBytes(file.resolveSibling(path));
    }
}
