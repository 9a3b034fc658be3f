package dev.stowage.kube.client;

import dev.stowage.k8s.names.ServiceAccountFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The in-cluster configuration: environment variables and service account files of a pod.
final class InClusterConfig {
    static final Path FOLDER = Path.of(ServiceAccountFiles.DIRECTORY);

    private InClusterConfig() {}

    static boolean isPresent(Map<String, String> environment, Path folder) {
        return !environment.getOrDefault("KUBERNETES_SERVICE_HOST", "").isEmpty()
                && !environment.getOrDefault("KUBERNETES_SERVICE_PORT", "").isEmpty()
                && Files.isReadable(folder.resolve("token"));
    }

    /// Empty outside of a pod.
    static Optional<RestConfig> find(Map<String, String> environment, Path folder) throws IOException {
        if (!isPresent(environment, folder)) {
            return Optional.empty();
        }
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        Path token = folder.resolve("token");
        Path authority = folder.resolve("ca.crt");
        return Optional.of(new RestConfig(
                URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port),
                Files.isReadable(authority) ? Files.readAllBytes(authority) : new byte[0],
                false,
                new byte[0],
                new byte[0],
                "",
                token,
                namespace(folder)));
    }

    static String namespace(Path folder) throws IOException {
        Path file = folder.resolve("namespace");
        return Files.isReadable(file) ? Files.readString(file).strip() : "";
    }
}
