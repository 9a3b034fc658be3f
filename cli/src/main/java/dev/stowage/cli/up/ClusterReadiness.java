package dev.stowage.cli.up;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Waits until pods can use volumes.
final class ClusterReadiness implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final KubeClient api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("readiness").factory());
    private final Informers informers;
    private final Informer<Node> nodes;
    private final Informer<CsiNode> drivers;
    private final Informer<PartialObjectMetadata> accounts;
    private final Semaphore changed = new Semaphore(1);

    private ClusterReadiness(KubeClient api) {
        this.api = api;
        this.informers = new Informers(api, timer);
        this.nodes = informers.of(Kinds.NODES);
        this.drivers = informers.of(Kinds.CSI_NODES);
        this.accounts = informers.of(Kinds.SERVICE_ACCOUNTS);
        nodes.addEventHandler((_, _) -> changed.release());
        drivers.addEventHandler((_, _) -> changed.release());
        accounts.addEventHandler((_, _) -> changed.release());
        informers.start();
    }

    static ClusterReadiness watch(Path kubeconfig) throws IOException {
        return new ClusterReadiness(
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "stowage-up"));
    }

    /// @param wanted the drivers of each node
    void await(List<NodeDirectories> places, List<String> wanted) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (changed.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            if (places.stream().allMatch(place -> isReady(place, wanted)) && hasAccount()) {
                return;
            }
        }
        throw new IOException(
                "not all nodes became ready within " + LONGEST.toSeconds() + "s (start with --v=0 to see the log)");
    }

    private boolean isReady(NodeDirectories place, List<String> wanted) {
        return nodes.find(place.name()).filter(ClusterReadiness::takesPods).isPresent()
                && drivers.find(place.name())
                        .filter(node -> wanted.stream()
                                .allMatch(driver -> node.driver(driver).isPresent()))
                        .isPresent();
    }

    private static boolean takesPods(Node node) {
        return node.ready() && node.taints().isEmpty();
    }

    /// Without it the API server rejects pods.
    private boolean hasAccount() {
        return accounts.find(new NamespacedName("default", "default")).isPresent();
    }

    @Override
    public void close() {
        informers.close();
        api.close();
        timer.shutdownNow();
    }
}
