package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.crd.Conditions.Condition;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.TooSlowException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes all objects of a definition that is being deleted, and then lets go of the definition. Objects
/// with finalizers are waited for, however long that takes.
final class Cleanup implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Cleanup.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Condition IN_PROGRESS = new Condition(
            "Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    private static final Condition COMPLETED =
            new Condition("Terminating", "False", "InstanceDeletionCompleted", "removed all instances");
    private static final Condition NEVER =
            new Condition("Terminating", "False", "NeverEstablished", "resource was never established");

    private final Store store;
    private final InstantSource clock;
    /// By the definition's uid: one that is made anew and deleted again does not wait for what is left of its
    /// predecessor's, for nobody would start it later.
    private final Map<String, Thread> running = new ConcurrentHashMap<>();

    Cleanup(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /// Does nothing when it is under way.
    void start(Definition definition) {
        if (definition.hasFinalizer(Definition.CLEANUP)) {
            running.computeIfAbsent(
                    definition.uid(),
                    _ -> Thread.ofVirtual().name("cleanup-" + definition.name()).start(() -> run(definition)));
        }
    }

    private void run(Definition definition) {
        try {
            if (definition.isEstablished()) {
                finish(definition, IN_PROGRESS, false);
                removeAll(definition.plural() + "." + definition.group());
                finish(definition, COMPLETED, true);
            } else {
                finish(definition, NEVER, true);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.debug("Cleaning up after {} has ended: the store was closed.", definition.name(), e);
        } finally {
            running.remove(definition.uid());
        }
    }

    /// Writes a condition, and lets go of the definition when that is the last.
    private void finish(Definition definition, Condition condition, boolean last)
            throws IOException, InterruptedException {
        while (true) {
            Optional<Entry> entry = store.get(new Key(Definition.RESOURCE, "", definition.name()));
            if (entry.isEmpty()) {
                return;
            }
            ObjectNode tree = Json.stored(entry.get().value());
            Definition now = new Definition(tree);
            if (!now.isBeingDeleted() || !now.uid().equals(definition.uid())) {
                return;
            }
            Conditions.set(tree, condition, clock.instant());
            if (last) {
                letGo(tree);
            }
            boolean gone = last && Tree.list(tree, "metadata", "finalizers").isEmpty();
            Draft draft = Establishing.draft(new Definition(tree));
            long revision = entry.get().revision();
            try {
                store.write(
                        gone
                                ? new Mutation.Remove(entry.get().key(), revision, draft)
                                : new Mutation.Put(entry.get().key(), revision, draft, 0));
                return;
            } catch (ConflictException _) {
                log.debug("Definition {} has changed meanwhile.", definition.name());
            }
        }
    }

    private static void letGo(ObjectNode tree) {
        ArrayNode kept = Json.list();
        for (JsonNode finalizer : Tree.list(tree, "metadata", "finalizers")) {
            if (!finalizer.asText().equals(Definition.CLEANUP)) {
                kept.add(finalizer);
            }
        }
        Tree.ensure(tree, "metadata").set("finalizers", kept);
    }

    private void removeAll(String resource) throws IOException, InterruptedException {
        while (true) {
            Store.Page page = store.list(resource, "");
            if (page.entries().isEmpty()) {
                return;
            }
            for (Entry entry : page.entries()) {
                remove(entry);
            }
            try (Feed feed = store.watch(resource, "", page.revision())) {
                // Each of the removals above is a change, so this does not wait when all of them could be removed.
                feed.next(PATIENCE);
            } catch (CompactedException | FutureException | TooSlowException e) {
                log.debug("Looking at all objects of {} again.", resource, e);
            }
        }
    }

    private void remove(Entry entry) throws IOException, InterruptedException {
        ObjectNode object = Json.stored(entry.value());
        ObjectNode metadata = Tree.ensure(object, "metadata");
        try {
            if (Tree.list(metadata, "finalizers").isEmpty()) {
                store.write(new Mutation.Remove(entry.key(), entry.revision(), Draft.of(entry)));
            } else if (!Tree.has(metadata, "deletionTimestamp")) {
                metadata.put(
                        "deletionTimestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
                metadata.put("deletionGracePeriodSeconds", 0);
                metadata.put("generation", Tree.number(metadata, "generation").orElse(0) + 1);
                store.write(new Mutation.Put(entry.key(), entry.revision(), Draft.of(object), entry.expiresAt()));
            }
        } catch (ConflictException _) {
            log.debug("{} has changed meanwhile.", entry.key());
        }
    }

    @Override
    public void close() {
        running.values().forEach(Thread::interrupt);
    }
}
