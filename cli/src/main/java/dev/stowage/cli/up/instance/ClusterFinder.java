package dev.stowage.cli.up.instance;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.client.ClusterAccess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The one rule by which commands find their cluster: `--data` or `--kubeconfig`, then `KUBECONFIG`, then the
/// service account of the pod, then the only running `stowage up` of this user. More than one are listed, and
/// none is guessed. The launcher follows the same rule for `kubectl`.
///
/// @param environment of the process
public record ClusterFinder(Map<String, String> environment, RunningInstances instances) {

    /// The data directories of the running instances.
    @FunctionalInterface
    public interface RunningInstances {
        List<Path> list() throws IOException;
    }

    public ClusterFinder {
        environment = Map.copyOf(environment);
    }

    public static ClusterFinder of(Map<String, String> environment) {
        return new ClusterFinder(environment, () -> UpInstances.ofUser().running(DataDirectory.defaultPath()));
    }

    /// For a command that works with any cluster. `~/.kube/config` is the last choice, as with kubectl.
    public ClusterLocation find(ClusterChoice choice) throws IOException {
        ClusterLocation named = named(choice);
        if (!(named instanceof ClusterLocation.Nowhere)) {
            return named;
        }
        if (ClusterAccess.isInPod(environment)) {
            return new ClusterLocation.InPod();
        }
        ClusterLocation running = onlyRunning();
        Path usual = Path.of(environment.getOrDefault("HOME", "/"), ".kube", "config");
        return running instanceof ClusterLocation.Nowhere && Files.exists(usual)
                ? new ClusterLocation.OfKubeconfig(usual.toString())
                : running;
    }

    /// For a command about `stowage up` itself. Nowhere when none is running and none is named.
    ///
    /// @throws UsageException when the kubeconfig that is named is not that of a `stowage up`
    public ClusterLocation findUp(ClusterChoice choice) throws IOException {
        ClusterLocation named = named(choice);
        if (named instanceof ClusterLocation.OfKubeconfig other) {
            String source = choice.kubeconfig().isEmpty() ? "KUBECONFIG" : "flag --kubeconfig";
            throw new UsageException(source + ": " + other.kubeconfig()
                    + " is not the kubeconfig of a \"stowage up\" (name its directory with --data)");
        }
        return named instanceof ClusterLocation.Nowhere ? onlyRunning() : named;
    }

    private ClusterLocation named(ClusterChoice choice) {
        if (!choice.data().isEmpty()) {
            return new ClusterLocation.OfUp(
                    Path.of(choice.data()).toAbsolutePath().normalize());
        }
        String given = choice.kubeconfig().isEmpty() ? environment.getOrDefault("KUBECONFIG", "") : choice.kubeconfig();
        return given.isEmpty() ? new ClusterLocation.Nowhere() : ofKubeconfig(given);
    }

    /// The kubeconfig of a `stowage up` is in its data directory.
    private static ClusterLocation ofKubeconfig(String given) {
        Path file = Path.of(given.split(File.pathSeparator, 2)[0]).toAbsolutePath();
        return file.endsWith(ClusterLocation.KUBECONFIG) && Files.exists(file.resolveSibling(UpInstanceFile.NAME))
                ? new ClusterLocation.OfUp(file.resolveSibling(".").normalize())
                : new ClusterLocation.OfKubeconfig(given);
    }

    private ClusterLocation onlyRunning() throws IOException {
        List<Path> running = instances.list();
        if (running.size() > 1) {
            throw new UsageException("several clusters are running (choose one with --data, or set KUBECONFIG):"
                    + running.stream().map(data -> "\n  --data " + data).collect(Collectors.joining()));
        }
        return running.isEmpty() ? new ClusterLocation.Nowhere() : new ClusterLocation.OfUp(running.getFirst());
    }
}
