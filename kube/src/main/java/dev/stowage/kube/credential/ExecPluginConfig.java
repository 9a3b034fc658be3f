package dev.stowage.kube.credential;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The section `exec` of a kubeconfig's user.
///
/// @param apiVersion the version of ExecCredential that the program is to print
/// @param environment variables in addition to our own
/// @param installHint what to tell the user when the program is missing; may be empty
/// @param cluster what the program is told about the cluster, if the kubeconfig wants that
public record ExecPluginConfig(
        String apiVersion,
        String command,
        List<String> arguments,
        Map<String, String> environment,
        String installHint,
        Optional<ObjectNode> cluster) {

    private static final Set<String> VERSIONS =
            Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    public ExecPluginConfig {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /// @param exec the section, as it stands in the file
    /// @param cluster the cluster's section
    /// @param authority the certificate authority of that cluster, in base64; may be empty
    public static ExecPluginConfig read(Path kubeconfig, Map<?, ?> exec, Map<?, ?> cluster, String authority)
            throws IOException {
        String version = text(exec, "apiVersion");
        if (!VERSIONS.contains(version)) {
            throw new IOException("kubeconfig " + kubeconfig + ": exec plug-in has the API version \"" + version
                    + "\" (supported: client.authentication.k8s.io/v1 and v1beta1)");
        }
        String command = text(exec, "command");
        if (command.isEmpty()) {
            throw new IOException("kubeconfig " + kubeconfig + ": exec plug-in has no command");
        }
        // As with kubectl: a path is relative to the kubeconfig, a plain name is searched for in PATH.
        String program = command.contains("/")
                ? kubeconfig.resolveSibling(command).normalize().toString()
                : command;
        boolean wantsCluster = text(exec, "provideClusterInfo").equals("true");
        return new ExecPluginConfig(
                version,
                program,
                texts(exec.get("args")),
                variables(exec.get("env")),
                text(exec, "installHint").strip(),
                wantsCluster ? Optional.of(clusterInfo(cluster, authority)) : Optional.empty());
    }

    private static ObjectNode clusterInfo(Map<?, ?> cluster, String authority) {
        ObjectNode info = JsonNodeFactory.instance.objectNode().put("server", text(cluster, "server"));
        String name = text(cluster, "tls-server-name");
        if (!name.isEmpty()) {
            info.put("tls-server-name", name);
        }
        if (text(cluster, "insecure-skip-tls-verify").equals("true")) {
            info.put("insecure-skip-tls-verify", true);
        }
        if (!authority.isEmpty()) {
            info.put("certificate-authority-data", authority);
        }
        return info;
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> entries
                ? entries.stream()
                        .filter(entry -> entry instanceof String || entry instanceof Number)
                        .map(Object::toString)
                        .toList()
                : List.of();
    }

    private static Map<String, String> variables(@Nullable Object list) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (list instanceof List<?> entries) {
            for (Object entry : entries) {
                if (entry instanceof Map<?, ?> pair && !text(pair, "name").isEmpty()) {
                    variables.put(text(pair, "name"), text(pair, "value"));
                }
            }
        }
        return variables;
    }

    private static String text(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        // An alias can make a list or map contain itself.
        return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
    }

    /// Only the program: arguments and variables may be secret.
    @Override
    public String toString() {
        return "exec plug-in " + command;
    }
}
