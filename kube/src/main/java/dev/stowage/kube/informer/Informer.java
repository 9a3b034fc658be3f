package dev.stowage.kube.informer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A cached resource: reads come from memory, writes go to the server, and the result of a write is visible
/// here immediately. Thread-safe.
public final class Informer<T extends KubeObject> {
    private static final Logger log = LoggerFactory.getLogger(Informer.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(30));

    private final KubeClient api;
    private final Kind<T> kind;
    private final Store<T> store;
    private final ScheduledExecutorService timer;
    private final Reflector<T> reflector;
    private final AtomicBoolean redelivering = new AtomicBoolean();
    private final AtomicInteger redeliveries = new AtomicInteger();
    private final CountDownLatch synced = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;
    private boolean saidAbsent;

    /// @param namespace empty for all of them
    Informer(
            KubeClient api,
            Kind<T> kind,
            String namespace,
            Predicate<T> keep,
            String selector,
            ScheduledExecutorService timer) {
        this.api = api;
        this.kind = kind;
        this.timer = timer;
        this.store = new Store<>(keep, this::redeliverSoon);
        this.reflector = new Reflector<>(api, kind.path(namespace), kind, selector, store, timer);
    }

    public Kind<T> kind() {
        return kind;
    }

    public Optional<T> find(NamespacedName key) {
        return store.find(key);
    }

    /// For cluster-scoped objects.
    public Optional<T> find(String name) {
        return store.find(NamespacedName.of(name));
    }

    /// A view, not a copy. Use an index to search.
    public Collection<T> all() {
        return store.all();
    }

    public Index<T> index(Function<T, ? extends Collection<String>> terms) {
        return store.index(terms);
    }

    /// The handler is first called for every object that is already in the store.
    public void addEventHandler(ResourceEventHandler<T> handler) {
        store.addEventHandler(handler);
    }

    public T create(String namespace, ObjectNode object) throws ApiFailure, InterruptedException {
        return note(api.create(kind, namespace, object));
    }

    public T patch(T seen, Patch patch) throws ApiFailure, InterruptedException {
        return noteChange(
                seen, api.patch(kind, seen.meta().namespace(), seen.meta().name(), patch));
    }

    public T replace(T seen, ObjectNode object) throws ApiFailure, InterruptedException {
        return noteChange(
                seen, api.replace(kind, seen.meta().namespace(), seen.meta().name(), object));
    }

    /// Sends a message to a subresource; the watch delivers the result.
    public void send(T seen, String subresource, ObjectNode message) throws ApiFailure, InterruptedException {
        api.send(kind, seen, subresource, message);
    }

    /// @return whether there was something to delete
    public boolean delete(T seen) throws ApiFailure, InterruptedException {
        return delete(seen, DeleteOptions.defaults());
    }

    /// @return whether there was something to delete
    public boolean delete(T seen, DeleteOptions how) throws ApiFailure, InterruptedException {
        Optional<JsonNode> answer = api.delete(seen, kind, how);
        noteDeletion(seen, answer.orElse(null));
        return answer.isPresent();
    }

    /// The server returns the object if finalizers or a grace period keep it, and a status if it is deleted.
    /// Otherwise the watch delivers the result.
    private void noteDeletion(T seen, @Nullable JsonNode answer) {
        if (answer == null || answer.path("kind").asText("").equals("Status")) {
            store.remove(seen);
            return;
        }
        JsonNode meta = answer.path("metadata");
        boolean stays = !meta.path("finalizers").isEmpty()
                || meta.path("deletionGracePeriodSeconds").asLong() > 0;
        if (answer.path("kind").asText("").equals(kind.name()) && stays) {
            note(kind.read(answer));
        }
    }

    /// Reads the object from the server.
    public Optional<T> fetch(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<T> found = api.find(kind, key.namespace(), key.name());
        found.ifPresent(this::note);
        return found;
    }

    private T note(T answer) {
        store.put(answer);
        return answer;
    }

    private T noteChange(T seen, T answer) {
        boolean letGo = !seen.meta().finalizers().isEmpty()
                && answer.meta().finalizers().isEmpty();
        if (answer.isBeingDeleted() && letGo) {
            // With the last finalizer the server deletes the object, and returns its last state.
            store.remove(answer);
            return answer;
        }
        return note(answer);
    }

    synchronized void start() {
        if (thread == null) {
            thread = Thread.ofVirtual().name("informer-" + kind).start(this::run);
        }
    }

    public boolean isSynced() {
        return synced.getCount() == 0;
    }

    /// Waits for the first list.
    public void awaitSynced() throws InterruptedException {
        synced.await();
    }

    private void run() {
        int failures = 0;
        String version = "";
        try {
            while (closed.getCount() > 0) {
                try {
                    if (version.isEmpty()) {
                        version = reflector.list();
                        synced.countDown();
                        saidAbsent = false;
                    }
                    version = reflector.watch(version);
                    failures = 0;
                } catch (ApiFailure e) {
                    failures = e.isGone() ? 0 : failures + 1;
                    // After an error the watch may have a gap; a new list closes it.
                    version = e.isUncertain() ? version : "";
                    report(e);
                } catch (IOException e) {
                    failures++;
                    log.debug("The watch of {} failed: {}", kind, e.getMessage());
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    // An object that cannot be read, for example. If this thread ended, the cache would be
                    // wrong forever.
                    failures++;
                    version = "";
                    log.error("Cannot follow {}; restarting the watch from a new list.", kind, e);
                }
                if (failures > 0 && closed.await(PAUSES.pause(failures - 1).toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            log.debug("The informer of {} stops.", kind);
        }
    }

    private void redeliverSoon() {
        if (closed.getCount() > 0 && redelivering.compareAndSet(false, true)) {
            long pause = PAUSES.pause(redeliveries.getAndIncrement()).toNanos();
            var _ = timer.schedule(
                    () -> Thread.ofVirtual().name("informer-" + kind).start(this::redeliver),
                    pause,
                    TimeUnit.NANOSECONDS);
        }
    }

    private void redeliver() {
        redelivering.set(false);
        if (store.redeliver()) {
            redeliveries.set(0);
        }
    }

    private void report(ApiFailure e) {
        if (closed.getCount() == 0) {
            return;
        }
        if (!e.isNotFound() && !e.isForbidden()) {
            log.info("Restarting the watch of {} from a new list: {}", kind, e.getMessage());
        } else if (!saidAbsent) {
            saidAbsent = true;
            if (e.isNotFound()) {
                log.warn("The cluster does not serve {} yet; waiting until it does (is a CRD missing?).", kind);
            } else {
                log.warn("This process is not allowed to list {}; retrying until it is: {}", kind, e.getMessage());
            }
        }
    }

    synchronized void close() {
        closed.countDown();
        if (thread != null) {
            thread.interrupt();
        }
    }
}
