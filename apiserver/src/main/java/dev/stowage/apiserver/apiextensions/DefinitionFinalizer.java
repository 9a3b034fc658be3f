package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.DefinitionConditions.Condition;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes all objects of a definition that is being deleted, and then removes the finalizer of the definition.
/// It waits for objects with finalizers without a time limit.
final class DefinitionFinalizer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DefinitionFinalizer.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Condition IN_PROGRESS = new Condition(
            "Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    private static final Condition COMPLETED =
            new Condition("Terminating", "False", "InstanceDeletionCompleted", "removed all instances");
    private static final Condition NEVER =
            new Condition("Terminating", "False", "NeverEstablished", "resource was never established");

    private final ObjectStore objectStore;
    private final InstantSource clock;
    /// By the definition's uid: a definition that is recreated and deleted again does not depend on the run of
    /// its predecessor, which would not be started again for it.
    private final Map<String, Thread> running = new ConcurrentHashMap<>();

    private final Duration pause;
    private final CountDownLatch closed = new CountDownLatch(1);

    /// @param pause after a failure
    DefinitionFinalizer(ObjectStore objectStore, InstantSource clock, Duration pause) {
        this.objectStore = objectStore;
        this.clock = clock;
        this.pause = pause;
    }

    /// Does nothing if it is already running.
    void start(CustomResourceDefinition customResourceDefinition) {
        if (customResourceDefinition.hasFinalizer(CustomResourceDefinition.CLEANUP)) {
            running.computeIfAbsent(
                    customResourceDefinition.uid(),
                    _ -> Thread.ofVirtual()
                            .name("cleanup-" + customResourceDefinition.name())
                            .start(() -> run(customResourceDefinition)));
        }
    }

    /// Until it is done: nothing starts it again before the definition changes, which it does not do by itself.
    private void run(CustomResourceDefinition customResourceDefinition) {
        try {
            while (!attempt(customResourceDefinition)) {
                if (closed.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            running.remove(customResourceDefinition.uid());
        }
    }

    private boolean attempt(CustomResourceDefinition customResourceDefinition) throws InterruptedException {
        try {
            if (customResourceDefinition.isEstablished()) {
                finish(customResourceDefinition, IN_PROGRESS, false);
                removeAll(customResourceDefinition.plural() + "." + customResourceDefinition.group());
                finish(customResourceDefinition, COMPLETED, true);
            } else {
                finish(customResourceDefinition, NEVER, true);
            }
            return true;
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "Cannot delete the objects of CustomResourceDefinition {}, trying again in {} s.",
                    customResourceDefinition.name(),
                    pause.toSeconds(),
                    e);
            return false;
        }
    }

    /// Writes a condition, and with the last one removes the finalizer of the definition.
    private void finish(CustomResourceDefinition customResourceDefinition, Condition condition, boolean last)
            throws IOException, InterruptedException {
        while (true) {
            Optional<StoredObject> entry = objectStore.get(
                    new ObjectKey(CustomResourceDefinition.RESOURCE, "", customResourceDefinition.name()));
            if (entry.isEmpty()) {
                return;
            }
            ObjectNode tree = Json.stored(entry.get().value());
            CustomResourceDefinition now = new CustomResourceDefinition(tree);
            if (!now.isBeingDeleted() || !now.uid().equals(customResourceDefinition.uid())) {
                return;
            }
            DefinitionConditions.set(tree, condition, clock.instant());
            if (last) {
                letGo(tree);
            }
            boolean gone = last && JsonTree.list(tree, "metadata", "finalizers").isEmpty();
            ObjectDraft objectDraft = DefinitionStatus.draft(new CustomResourceDefinition(tree));
            long revision = entry.get().revision();
            try {
                objectStore.write(
                        gone
                                ? new ObjectWrite.Remove(entry.get().key(), revision, objectDraft)
                                : new ObjectWrite.Put(entry.get().key(), revision, objectDraft, 0));
                return;
            } catch (ConflictException _) {
                log.debug("CustomResourceDefinition {} changed meanwhile.", customResourceDefinition.name());
            }
        }
    }

    private static void letGo(ObjectNode tree) {
        ArrayNode kept = Json.list();
        for (JsonNode finalizer : JsonTree.list(tree, "metadata", "finalizers")) {
            if (!finalizer.asText().equals(CustomResourceDefinition.CLEANUP)) {
                kept.add(finalizer);
            }
        }
        JsonTree.ensure(tree, "metadata").set("finalizers", kept);
    }

    private void removeAll(String resource) throws IOException, InterruptedException {
        while (true) {
            ObjectStore.Page page = objectStore.list(resource, "");
            if (page.entries().isEmpty()) {
                return;
            }
            for (StoredObject storedObject : page.entries()) {
                remove(storedObject);
            }
            try (StorageWatch storageWatch = objectStore.watch(resource, "", page.revision())) {
                // Each of the removals above is a change, so this does not wait when all of them could be removed.
                storageWatch.next(PATIENCE);
            } catch (RevisionCompactedException | FutureRevisionException | SlowWatcherException e) {
                log.debug("Listing all objects of {} again.", resource, e);
            }
        }
    }

    private void remove(StoredObject storedObject) throws IOException, InterruptedException {
        ObjectNode object = Json.stored(storedObject.value());
        ObjectNode metadata = JsonTree.ensure(object, "metadata");
        try {
            if (JsonTree.list(metadata, "finalizers").isEmpty()) {
                objectStore.write(new ObjectWrite.Remove(
                        storedObject.key(), storedObject.revision(), ObjectDraft.of(storedObject)));
            } else if (!JsonTree.has(metadata, "deletionTimestamp")) {
                metadata.put(
                        "deletionTimestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
                metadata.put("deletionGracePeriodSeconds", 0);
                metadata.put(
                        "generation", JsonTree.number(metadata, "generation").orElse(0) + 1);
                objectStore.write(new ObjectWrite.Put(
                        storedObject.key(), storedObject.revision(), ObjectDraft.of(object), storedObject.expiresAt()));
            }
        } catch (ConflictException _) {
            log.debug("{} changed meanwhile.", storedObject.key());
        }
    }

    @Override
    public void close() {
        closed.countDown();
        running.values().forEach(Thread::interrupt);
    }
}
