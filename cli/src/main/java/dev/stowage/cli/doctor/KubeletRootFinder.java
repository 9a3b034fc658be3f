package dev.stowage.cli.doctor;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the kubelet root directories on this machine, and the node name of each.
///
/// @param usual the default root of a kubelet
record KubeletRootFinder(Path usual, Map<String, String> environment, String host) {

    KubeletRootFinder {
        environment = Map.copyOf(environment);
    }

    /// @param kubeconfig the nodes of `stowage up` lie beside it; empty when there is none
    List<Path> find(String kubeconfig) {
        List<Path> ofUp = kubeconfig.isEmpty()
                ? List.of()
                : besides(Path.of(kubeconfig).toAbsolutePath().resolveSibling("nodes"));
        return ofUp.isEmpty() && Files.isDirectory(usual) ? List.of(usual) : ofUp;
    }

    private static List<Path> besides(Path nodes) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(nodes)) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder.resolve("plugins_registry"))) {
                    found.add(folder);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return found.stream().sorted().toList();
    }

    /// Empty when this machine is not a node of the cluster.
    Optional<String> nodeAt(Path root, String told, ClusterState clusterState) {
        String last = root.getFileName() == null ? "" : root.getFileName().toString();
        return Stream.of(told, environment.getOrDefault("NODE_NAME", ""), last, host.toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .filter(name -> clusterState.find(ResourceKind.NODE, name).isPresent())
                .findFirst();
    }
}
