package dev.stowage.cli.demo;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.VolumeSnapshot;
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

/// The current objects of the cluster, and waits for changes of them. Not thread-safe.
final class DemoObjects implements AutoCloseable {
    static final String NAMESPACE = "default";
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final KubeClient api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("demo-timer").factory());
    private final Informers informers;
    private final Semaphore changed = new Semaphore(0);
    private final Set<PastAttachment> visits = ConcurrentHashMap.newKeySet();
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<Pod> pods;
    private final Informer<VolumeSnapshot> snapshots;
    private final Informer<VolumeAttachment> attachments;

    private DemoObjects(KubeClient api) throws InterruptedException {
        this.api = api;
        this.informers = new Informers(api, timer);
        this.claims = informer(Kinds.CLAIMS);
        this.volumes = informer(Kinds.VOLUMES);
        this.pods = informer(Kinds.PODS);
        this.snapshots = informer(Kinds.SNAPSHOTS);
        var _ = informer(Kinds.SNAPSHOT_CONTENTS);
        informers.of(Kinds.ATTACHMENTS).addEventHandler((_, now) -> {
            if (now != null && now.attached()) {
                visits.add(new PastAttachment(now.volumeName(), now.nodeName()));
            }
        });
        this.attachments = informer(Kinds.ATTACHMENTS);
        informers.start();
        for (Informer<?> informer : informers.all()) {
            informer.awaitSynced();
        }
    }

    static DemoObjects of(Path kubeconfig) throws IOException, InterruptedException {
        return new DemoObjects(
                new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "stowage-demo"));
    }

    private <T extends KubeObject> Informer<T> informer(Kind<T> kind) {
        Informer<T> informer = informers.of(kind);
        informer.addEventHandler((_, _) -> changed.release());
        return informer;
    }

    KubeClient api() {
        return api;
    }

    Informer<PersistentVolumeClaim> claims() {
        return claims;
    }

    Informer<PersistentVolume> volumes() {
        return volumes;
    }

    Informer<Pod> pods() {
        return pods;
    }

    Informer<VolumeSnapshot> snapshots() {
        return snapshots;
    }

    Informer<VolumeAttachment> attachments() {
        return attachments;
    }

    /// An attachment of a volume to a node, which may have ended.
    private record PastAttachment(String volume, String node) {}

    /// Also after its deletion: an attachment is deleted soon after its last pod.
    boolean wasAttached(String volume, String node) {
        return visits.contains(new PastAttachment(volume, node));
    }

    /// Reads the current state of the objects.
    @FunctionalInterface
    interface Probe<T> {
        /// Empty while the condition does not hold yet.
        ///
        /// @throws ExpectationFailure when it can never hold
        Optional<T> check() throws ExpectationFailure, IOException, InterruptedException;
    }

    /// The actual state, for the message when the wait timed out.
    @FunctionalInterface
    interface TimeoutDetail {
        String describe() throws IOException, InterruptedException;
    }

    /// Checks whenever something has changed.
    <T> T await(String expected, Probe<T> probe, TimeoutDetail instead)
            throws ExpectationFailure, IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            Optional<T> found = probe.check();
            if (found.isPresent()) {
                return found.get();
            }
            if (!changed.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new ExpectationFailure(expected + " within " + LONGEST.toSeconds() + " s", instead.describe());
            }
            changed.drainPermits();
        }
    }

    PersistentVolumeClaim awaitBound(String claim) throws ExpectationFailure, IOException, InterruptedException {
        return await(
                "claim " + claim + " bound",
                () -> claims.find(key(claim)).filter(found -> found.status().isBound()),
                () -> "claim " + claim + " is "
                        + claims.find(key(claim))
                                .map(found -> found.status().phase())
                                .orElse("gone")
                        + lastEvent("PersistentVolumeClaim", claim));
    }

    PersistentVolume volumeOf(PersistentVolumeClaim claim)
            throws ExpectationFailure, IOException, InterruptedException {
        return await("volume " + claim.volumeName(), () -> volumes.find(claim.volumeName()), () -> "no such volume");
    }

    /// ` (message of the last event)`, or nothing.
    String lastEvent(String kind, String name) throws IOException, InterruptedException {
        return EventMessages.last(api.read("/api/v1/namespaces/" + NAMESPACE + "/events"), kind, name)
                .map(word -> " (" + word + ")")
                .orElse("");
    }

    /// Deletes everything that the demo created.
    void deleteAll() throws IOException, InterruptedException {
        for (Pod pod : List.copyOf(pods.all())) {
            delete(pods, pod);
        }
        for (VolumeSnapshot snapshot : List.copyOf(snapshots.all())) {
            delete(snapshots, snapshot);
        }
        for (PersistentVolumeClaim claim : List.copyOf(claims.all())) {
            delete(claims, claim);
        }
    }

    private static <T extends KubeObject> void delete(Informer<T> informer, T object)
            throws ApiFailure, InterruptedException {
        if (!object.isBeingDeleted()) {
            var _ = informer.delete(object, DeleteOptions.defaults());
        }
    }

    /// Every object that is left, as `kind/name`; empty when there is none.
    String remainingObjects() {
        return informers.all().stream()
                .flatMap(informer -> informer.all().stream()
                        .map(object ->
                                informer.kind().plural() + "/" + object.meta().name()))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    static NamespacedName key(String name) {
        return new NamespacedName(NAMESPACE, name);
    }

    @Override
    public void close() {
        informers.close();
        api.close();
        timer.shutdownNow();
    }
}
