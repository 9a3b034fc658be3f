package dev.stowage.cli.demo;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Cluster;
import dev.stowage.kube.api.Deletion;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.api.Limit;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.Snapshot;
import dev.stowage.kube.object.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The objects of the cluster as they are now, and waiting until they are otherwise. For one thread.
final class Scene implements AutoCloseable {
    static final String NAMESPACE = "default";
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final KubeApi api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("demo-timer").factory());
    private final Mirrors mirrors;
    private final Semaphore changed = new Semaphore(0);
    private final Set<Visit> visits = ConcurrentHashMap.newKeySet();
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Mirror<Pod> pods;
    private final Mirror<Snapshot> snapshots;
    private final Mirror<Attachment> attachments;

    private Scene(KubeApi api) throws InterruptedException {
        this.api = api;
        this.mirrors = new Mirrors(api, timer);
        this.claims = mirror(Kinds.CLAIMS);
        this.volumes = mirror(Kinds.VOLUMES);
        this.pods = mirror(Kinds.PODS);
        this.snapshots = mirror(Kinds.SNAPSHOTS);
        var _ = mirror(Kinds.SNAPSHOT_CONTENTS);
        mirrors.of(Kinds.ATTACHMENTS).listen((_, now) -> {
            if (now != null && now.attached()) {
                visits.add(new Visit(now.volumeName(), now.nodeName()));
            }
        });
        this.attachments = mirror(Kinds.ATTACHMENTS);
        mirrors.start();
        for (Mirror<?> mirror : mirrors.all()) {
            mirror.awaitSynced();
        }
    }

    static Scene of(Path kubeconfig) throws IOException, InterruptedException {
        return new Scene(new KubeApi(Cluster.of(kubeconfig.toString(), ""), Limit.adaptive(), "stowage-demo"));
    }

    private <T extends KubeObject> Mirror<T> mirror(Kind<T> kind) {
        Mirror<T> mirror = mirrors.of(kind);
        mirror.listen((_, _) -> changed.release());
        return mirror;
    }

    KubeApi api() {
        return api;
    }

    Mirror<Claim> claims() {
        return claims;
    }

    Mirror<Volume> volumes() {
        return volumes;
    }

    Mirror<Pod> pods() {
        return pods;
    }

    Mirror<Snapshot> snapshots() {
        return snapshots;
    }

    Mirror<Attachment> attachments() {
        return attachments;
    }

    /// A volume was at a node.
    private record Visit(String volume, String node) {}

    /// Also when it is there no more: an attachment goes soon after its last pod.
    boolean wasAttached(String volume, String node) {
        return visits.contains(new Visit(volume, node));
    }

    /// One look at the objects.
    @FunctionalInterface
    interface Look<T> {
        /// Empty while it is not yet so.
        ///
        /// @throws BrokenPromise when it never will be
        Optional<T> look() throws BrokenPromise, IOException, InterruptedException;
    }

    /// What is seen instead when the wait was in vain.
    @FunctionalInterface
    interface Account {
        String give() throws IOException, InterruptedException;
    }

    /// Looks whenever something has changed.
    <T> T await(String expected, Look<T> look, Account instead)
            throws BrokenPromise, IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            Optional<T> found = look.look();
            if (found.isPresent()) {
                return found.get();
            }
            if (!changed.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new BrokenPromise(expected + " within " + LONGEST.toSeconds() + " s", instead.give());
            }
            changed.drainPermits();
        }
    }

    Claim awaitBound(String claim) throws BrokenPromise, IOException, InterruptedException {
        return await(
                "claim " + claim + " bound",
                () -> claims.find(key(claim)).filter(found -> found.status().isBound()),
                () -> "claim " + claim + " is "
                        + claims.find(key(claim))
                                .map(found -> found.status().phase())
                                .orElse("gone")
                        + lastWord("PersistentVolumeClaim", claim));
    }

    Volume volumeOf(Claim claim) throws BrokenPromise, IOException, InterruptedException {
        return await("volume " + claim.volumeName(), () -> volumes.find(claim.volumeName()), () -> "no such volume");
    }

    /// ` (what was last told about it)`, or nothing.
    String lastWord(String kind, String name) throws IOException, InterruptedException {
        return Telling.last(api.read("/api/v1/namespaces/" + NAMESPACE + "/events"), kind, name)
                .map(word -> " (" + word + ")")
                .orElse("");
    }

    /// Everything that came to be in the demo.
    void deleteAll() throws IOException, InterruptedException {
        for (Pod pod : List.copyOf(pods.all())) {
            delete(pods, pod);
        }
        for (Snapshot snapshot : List.copyOf(snapshots.all())) {
            delete(snapshots, snapshot);
        }
        for (Claim claim : List.copyOf(claims.all())) {
            delete(claims, claim);
        }
    }

    private static <T extends KubeObject> void delete(Mirror<T> mirror, T object)
            throws ApiFailure, InterruptedException {
        if (!object.isBeingDeleted()) {
            var _ = mirror.delete(object, Deletion.usual());
        }
    }

    /// Every object that is left, as `kind/name`; empty when there is none.
    String left() {
        return mirrors.all().stream()
                .flatMap(mirror -> mirror.all().stream()
                        .map(object ->
                                mirror.kind().plural() + "/" + object.meta().name()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static Key key(String name) {
        return new Key(NAMESPACE, name);
    }

    @Override
    public void close() {
        mirrors.close();
        api.close();
        timer.shutdownNow();
    }
}
