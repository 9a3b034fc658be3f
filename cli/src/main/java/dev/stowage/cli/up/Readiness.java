package dev.stowage.cli.up;

import dev.stowage.kube.api.Cluster;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.api.Limit;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.CsiNode;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Other;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Waits until pods can be made that use volumes.
final class Readiness implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final KubeApi api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("readiness").factory());
    private final Mirrors mirrors;
    private final Mirror<Node> nodes;
    private final Mirror<CsiNode> drivers;
    private final Mirror<Other> accounts;
    private final Semaphore changed = new Semaphore(1);

    private Readiness(KubeApi api) {
        this.api = api;
        this.mirrors = new Mirrors(api, timer);
        this.nodes = mirrors.of(Kinds.NODES);
        this.drivers = mirrors.of(Kinds.CSI_NODES);
        this.accounts = mirrors.of(Kinds.SERVICE_ACCOUNTS);
        nodes.listen((_, _) -> changed.release());
        drivers.listen((_, _) -> changed.release());
        accounts.listen((_, _) -> changed.release());
        mirrors.start();
    }

    static Readiness watch(Path kubeconfig) throws IOException {
        return new Readiness(new KubeApi(Cluster.of(kubeconfig.toString(), ""), Limit.adaptive(), "stowage-up"));
    }

    /// @param wanted the drivers that each node has
    void await(List<NodePlace> places, List<String> wanted) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (changed.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            if (places.stream().allMatch(place -> isReady(place, wanted)) && hasAccount()) {
                return;
            }
        }
        throw new IOException("not all nodes became ready within " + LONGEST.toSeconds()
                + " s; start with --v=0 to see what happens");
    }

    private boolean isReady(NodePlace place, List<String> wanted) {
        return nodes.find(place.name()).filter(Readiness::takesPods).isPresent()
                && drivers.find(place.name())
                        .filter(node -> wanted.stream()
                                .allMatch(driver -> node.driver(driver).isPresent()))
                        .isPresent();
    }

    private static boolean takesPods(Node node) {
        return node.ready() && node.taints().isEmpty();
    }

    /// Without it the server takes no pod.
    private boolean hasAccount() {
        return accounts.find(new Key("default", "default")).isPresent();
    }

    @Override
    public void close() {
        mirrors.close();
        api.close();
        timer.shutdownNow();
    }
}
