package dev.stowage.cli.up;

import dev.stowage.cli.up.cleanup.HostResources;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows the steps of a shutdown: to the user of `up`, and through its file to `stowage down`.
///
/// @param screen shows the current step
record ShutdownProgress(Path data, UpInstance instance, Consumer<String> screen) {
    private static final Logger log = LoggerFactory.getLogger(ShutdownProgress.class);

    /// The counts are not worth a longer wait.
    private static final Duration LONGEST = Duration.ofSeconds(2);

    void show(String step) {
        screen.accept(step);
        try {
            UpInstanceFile.writeStopping(data, instance, step);
        } catch (IOException e) {
            log.debug("\"stowage down\" cannot show that step: {}", e.getMessage());
        }
    }

    /// @param kubeconfig of the API server, which still runs
    void showNode(NodeDirectories node, Path kubeconfig) {
        try (KubeClient api =
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "stowage-up")) {
            long pods = api.within(LONGEST).list(Kinds.PODS, "").items().stream()
                    .filter(pod -> pod.nodeName().equals(node.name()) && !pod.isOver())
                    .count();
            show(step(node.name(), pods, volumes(node)));
        } catch (IOException e) {
            show("Stopping the pods of " + node.name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String step(String node, long pods, long volumes) {
        return "Stopping " + HostResources.count(pods, "pod") + " and unmounting "
                + HostResources.count(volumes, "volume") + " of " + node;
    }

    private static long volumes(NodeDirectories node) throws IOException {
        Path pods = node.root().resolve("pods");
        return HostResources.of(node.data()).targets().stream()
                .filter(target -> target.startsWith(pods)
                        && pods.relativize(target).getNameCount() > 1
                        && pods.relativize(target).getName(1).toString().startsWith("volume"))
                .count();
    }
}
