package dev.stowage.kube.client;

import dev.stowage.kube.credential.ExecPluginConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/// Reads the current context of a kubeconfig file.
final class KubeconfigFile {
    private final Path file;
    private final Map<?, ?> content;

    private KubeconfigFile(Path file, Map<?, ?> content) {
        this.file = file;
        this.content = content;
    }

    /// What the current context says.
    ///
    /// @param plugin the program that provides the credentials, if they are not in the file
    record Context(RestConfig access, Optional<ExecPluginConfig> plugin) {}

    static Context read(Path file) throws IOException {
        try (InputStream in = new ByteArrayInputStream(bytesOf(file))) {
            return parse(file, in);
        }
    }

    /// In kubectl's words.
    private static byte[] bytesOf(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            String why = switch (e) {
                case NoSuchFileException _ -> "no such file or directory";
                case AccessDeniedException _ -> "permission denied";
                case FileSystemException about when about.getReason() != null -> about.getReason();
                default -> String.valueOf(e.getMessage());
            };
            throw new IOException(
                    "error loading config file \"" + file + "\": " + why + " (name another one with --kubeconfig)", e);
        }
    }

    static Context parse(Path file, InputStream in) throws IOException {
        try {
            Object found = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            if (found instanceof Map<?, ?> content) {
                return new KubeconfigFile(file.toAbsolutePath(), content).context();
            }
            throw new IOException("error loading config file \"" + file
                    + "\": it has no clusters, users and contexts (name another one with --kubeconfig)");
        } catch (YAMLException | ClassCastException e) {
            // The parser's message quotes the file, which may contain a key. The second is a value that is not what
            // its tag says.
            throw new IOException("error loading config file \"" + file + "\": yaml: " + lineOf(e) + "not valid YAML");
        } catch (IllegalArgumentException e) {
            // Of an address, a path or a value with a tag. Its message quotes the file as well.
            throw new IOException("kubeconfig " + file + " has an invalid server, path or value");
        }
    }

    /// As `line 3: `; empty when it is not known.
    private static String lineOf(RuntimeException e) {
        return e instanceof MarkedYAMLException marked && marked.getProblemMark() != null
                ? "line " + (marked.getProblemMark().getLine() + 1) + ": "
                : "";
    }

    private Context context() throws IOException {
        Map<?, ?> context = named("contexts", "context", text(content, "current-context"));
        Map<?, ?> cluster = named("clusters", "cluster", text(context, "cluster"));
        Map<?, ?> user = named("users", "user", text(context, "user"));
        refuseUnsupported(cluster, user);
        String tokenFile = text(user, "tokenFile");
        String server = text(cluster, "server");
        if (server.isEmpty()) {
            throw new IOException(
                    "kubeconfig " + file + " has no server for its current context (run kubectl config use-context)");
        }
        byte[] authority = bytes(cluster, "certificate-authority");
        var access = new RestConfig(
                URI.create(server),
                authority,
                text(cluster, "insecure-skip-tls-verify").equals("true"),
                bytes(user, "client-certificate"),
                bytes(user, "client-key"),
                text(user, "token"),
                tokenFile.isEmpty() ? null : file.resolveSibling(tokenFile),
                text(context, "namespace"));
        return new Context(access, plugin(user, cluster, authority));
    }

    /// A token in the file comes before a program, as with kubectl.
    private Optional<ExecPluginConfig> plugin(Map<?, ?> user, Map<?, ?> cluster, byte[] authority) throws IOException {
        return user.get("exec") instanceof Map<?, ?> exec && text(user, "token").isEmpty()
                ? Optional.of(ExecPluginConfig.read(
                        file, exec, cluster, Base64.getEncoder().encodeToString(authority)))
                : Optional.empty();
    }

    /// Better an error here than a request without credentials, or past the proxy.
    private void refuseUnsupported(Map<?, ?> cluster, Map<?, ?> user) throws IOException {
        if (user.get("auth-provider") instanceof Map<?, ?> provider) {
            throw new IOException("kubeconfig " + file + ": auth provider \"" + text(provider, "name")
                    + "\" is not supported (use an exec plug-in, a token or a client certificate)");
        }
        if (!text(user, "username").isEmpty()) {
            throw new IOException("kubeconfig " + file + ": user names and passwords are not supported, because"
                    + " Kubernetes does not accept them (use an exec plug-in, a token or a client certificate)");
        }
        if (!text(cluster, "proxy-url").isEmpty()) {
            throw new IOException("kubeconfig " + file + ": proxy-url is not supported");
        }
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
        // An alias can make a list or map contain itself.
        return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
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
