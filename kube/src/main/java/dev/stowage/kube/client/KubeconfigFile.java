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

/// Reads the file by which `kubectl` and everybody else finds a cluster: its current context.
final class KubeconfigFile {
    /// Ways to be known that run programs or ask somebody else.
    private static final Set<String> UNUSUAL = Set.of("exec", "auth-provider", "username");

    private final Path file;
    private final Map<?, ?> content;

    private KubeconfigFile(Path file, Map<?, ?> content) {
        this.file = file;
        this.content = content;
    }

    /// Empty when the file asks for a way in that is not among the plain ones.
    static Optional<RestConfig> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Object found = new Load(LoadSettings.builder().build()).loadFromInputStream(in);
            if (found instanceof Map<?, ?> content) {
                return new KubeconfigFile(file.toAbsolutePath(), content).access();
            }
            throw new IOException("The kubeconfig " + file + " holds no fields.");
        } catch (YamlEngineException e) {
            // The parser's own words quote the file, and a key may be among them.
            throw new IOException("The kubeconfig " + file + " is no YAML.");
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
            throw new IOException("The kubeconfig " + file + " names no server for its current context.");
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

    /// An entry of one of the lists; none when the name is empty or nobody's.
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

    /// Bytes are in the file itself, or in one that lies beside it.
    private byte[] bytes(Map<?, ?> fields, String name) throws IOException {
        String data = text(fields, name + "-data");
        if (!data.isEmpty()) {
            try {
                return Base64.getMimeDecoder().decode(data);
            } catch (IllegalArgumentException e) {
                throw new IOException("The kubeconfig " + file + " has a " + name + "-data that is not base64.");
            }
        }
        String path = text(fields, name);
        return path.isEmpty() ? new byte[0] : Files.readAllBytes(file.resolveSibling(path));
    }
}
