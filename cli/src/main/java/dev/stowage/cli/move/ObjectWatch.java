package dev.stowage.cli.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The objects of a kind in a namespace or in the cluster, as they change.
public final class ObjectWatch<T extends KubeObject> implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final Semaphore changes = new Semaphore(0);
    private final Informers informers;
    private final Informer<T> objects;

    private ObjectWatch(KubeClient api, Kind<T> kind, String namespace) {
        informers = new Informers(api, timer);
        objects = informers.separate(api, kind, namespace, "");
        objects.addEventHandler((_, _) -> changes.release());
    }

    /// @param namespace empty for all of them
    /// @throws IOException also if the server does not know the kind
    public static <T extends KubeObject> ObjectWatch<T> start(KubeClient api, Kind<T> kind, String namespace)
            throws IOException, InterruptedException {
        try {
            var _ = api.list(kind, namespace);
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                throw new IOException(
                        "this cluster has no " + kind.name()
                                + "s (kubectl apply -f deploy/manifests/crds.yaml, and run the role mover on each node)",
                        e);
            }
            throw e;
        }
        ObjectWatch<T> watch = new ObjectWatch<>(api, kind, namespace);
        watch.informers.start();
        watch.objects.awaitSynced();
        return watch;
    }

    public T create(String namespace, ObjectNode object) throws ApiFailure, InterruptedException {
        return objects.create(namespace, object);
    }

    public T patch(T seen, Patch patch) throws ApiFailure, InterruptedException {
        return objects.patch(seen, patch);
    }

    /// The oldest first.
    public List<T> all() {
        return objects.all().stream()
                .sorted(Comparator.comparing(
                                (T object) -> String.valueOf(object.meta().creationTimestamp()))
                        .thenComparing(object -> object.meta().name()))
                .toList();
    }

    /// As it is now; empty if it was deleted.
    public Optional<T> find(T object) {
        return objects.find(object.key())
                .filter(found -> found.meta().uid().equals(object.meta().uid()));
    }

    /// Until something has changed since the last call.
    public void await(Duration atMost) throws InterruptedException {
        if (changes.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            changes.drainPermits();
        }
    }

    @Override
    public void close() {
        informers.close();
        timer.shutdownNow();
    }
}
