package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectChange;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches CustomResourceDefinitions: accepts their names, serves their resources, and removes them again.
///
/// A resource is in the registry before its definition is seen to be established. All of this runs on one
/// thread; deleting the objects of a deleted definition has its own threads.
public final class CustomResourceController implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CustomResourceController.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ObjectStore objectStore;
    private final ServedResources servedResources;
    private final InstantSource clock;
    private final DefinitionFinalizer definitionFinalizer;
    private final DefinitionNameIndex definitionNameIndex = new DefinitionNameIndex();
    /// What is served for each definition, by its name, to avoid needless replacements.
    private final Map<String, Served> served = new HashMap<>();

    private @Nullable Thread follower;

    /// @param state of everything that the resource is created from
    private record Served(String group, String plural, String state) {}

    public CustomResourceController(ObjectStore objectStore, ServedResources servedResources, InstantSource clock) {
        this.objectStore = objectStore;
        this.servedResources = servedResources;
        this.clock = clock;
        this.definitionFinalizer = new DefinitionFinalizer(objectStore, clock);
    }

    /// Returns when all defined resources are served, and continues to watch for changes.
    public void start() throws IOException, InterruptedException {
        long revision = all();
        follower = Thread.ofVirtual().name("custom-resources").start(() -> follow(revision));
    }

    /// Makes the definitions that a new server starts with, unless there are definitions already.
    public void install() throws IOException, InterruptedException {
        if (objectStore.list(CustomResourceDefinition.RESOURCE, "").entries().isEmpty()) {
            for (ObjectNode shipped : BundledDefinitions.all()) {
                DefinitionInstaller.write(shipped, objectStore, clock);
            }
        }
    }

    private long all() throws IOException, InterruptedException {
        ObjectStore.Page page = objectStore.list(CustomResourceDefinition.RESOURCE, "");
        Map<StoredObject, CustomResourceDefinition> definitions = new LinkedHashMap<>();
        for (StoredObject storedObject : page.entries()) {
            CustomResourceDefinition customResourceDefinition =
                    new CustomResourceDefinition(Json.stored(storedObject.value()));
            definitions.put(storedObject, customResourceDefinition);
            definitionNameIndex.learn(customResourceDefinition);
        }
        Set<String> names = new HashSet<>();
        for (Map.Entry<StoredObject, CustomResourceDefinition> one : definitions.entrySet()) {
            names.add(one.getValue().name());
            consider(one.getKey(), one.getValue());
        }
        Set.copyOf(served.keySet()).stream()
                .filter(name -> !names.contains(name))
                .forEach(this::remove);
        return page.revision();
    }

    private void follow(long from) {
        long revision = from;
        while (true) {
            try (StorageWatch storageWatch = objectStore.watch(CustomResourceDefinition.RESOURCE, "", revision)) {
                while (true) {
                    for (ObjectChange objectChange : storageWatch.next(PATIENCE)) {
                        attempt(objectChange);
                    }
                    revision = storageWatch.revision();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            } catch (RevisionCompactedException | SlowWatcherException | FutureRevisionException _) {
                log.info("Listing all CustomResourceDefinitions again: some changes were missed.");
                try {
                    revision = all();
                } catch (IOException e) {
                    log.debug("Stopped watching CustomResourceDefinitions.", e);
                    return;
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return;
                }
            } catch (IOException e) {
                log.debug("Stopped watching CustomResourceDefinitions: the store is closed.", e);
                return;
            }
        }
    }

    /// A definition that fails is left as it is: it must not prevent others from being served.
    private void attempt(ObjectChange objectChange) throws IOException, InterruptedException {
        try {
            changed(objectChange);
        } catch (RuntimeException e) {
            log.warn(
                    "Cannot process CustomResourceDefinition {}; leaving it as it is.",
                    objectChange.now().key().name(),
                    e);
        }
    }

    private void changed(ObjectChange objectChange) throws IOException, InterruptedException {
        String name = objectChange.now().key().name();
        if (objectChange instanceof ObjectChange.Removed) {
            remove(name);
        } else {
            consider(name);
        }
        // A name that this one gave up may be what another is waiting for.
        for (String other : definitionNameIndex.waiting(name)) {
            consider(other);
        }
    }

    private void consider(String name) throws IOException, InterruptedException {
        Optional<StoredObject> entry = objectStore.get(new ObjectKey(CustomResourceDefinition.RESOURCE, "", name));
        if (entry.isPresent()) {
            consider(
                    entry.get(),
                    new CustomResourceDefinition(Json.stored(entry.get().value())));
        }
    }

    /// Brings the registry and the status of a definition to where they belong. Does nothing when they are
    /// there.
    private void consider(StoredObject storedObject, CustomResourceDefinition customResourceDefinition)
            throws IOException, InterruptedException {
        definitionNameIndex.learn(customResourceDefinition);
        if (customResourceDefinition.isBeingDeleted()) {
            serve(customResourceDefinition, storedObject);
            definitionFinalizer.start(customResourceDefinition);
            return;
        }
        Optional<CustomResourceDefinition> next = DefinitionStatus.next(
                customResourceDefinition, definitionNameIndex.others(customResourceDefinition), clock.instant());
        serve(next.orElse(customResourceDefinition), storedObject);
        if (next.isEmpty()) {
            return;
        }
        definitionNameIndex.learn(next.get());
        try {
            objectStore.write(DefinitionStatus.put(storedObject, next.get()));
        } catch (ConflictException _) {
            log.debug(
                    "CustomResourceDefinition {} changed meanwhile and will be processed again.",
                    customResourceDefinition.name());
        }
    }

    /// @param storedObject of the definition, before its status was changed
    private void serve(CustomResourceDefinition customResourceDefinition, StoredObject storedObject) {
        String state = "%s/%d/%s/%s"
                .formatted(
                        customResourceDefinition.uid(),
                        customResourceDefinition.generation(),
                        customResourceDefinition.acceptedNames(),
                        customResourceDefinition.isBeingDeleted());
        Served now = new Served(customResourceDefinition.group(), customResourceDefinition.plural(), state);
        if (now.equals(served.get(customResourceDefinition.name()))) {
            return;
        }
        if (!customResourceDefinition.isEstablished() || isTaken(customResourceDefinition)) {
            return;
        }
        CustomResourceDescriptor.of(
                        customResourceDefinition, () -> new CustomResourceDefinition(Json.stored(storedObject.value())))
                .ifPresentOrElse(
                        servedResources::put,
                        () -> servedResources.remove(
                                customResourceDefinition.group(), customResourceDefinition.plural()));
        served.put(customResourceDefinition.name(), now);
    }

    /// A built-in resource is not replaced.
    private boolean isTaken(CustomResourceDefinition customResourceDefinition) {
        return !served.containsKey(customResourceDefinition.name())
                && servedResources.all().stream()
                        .anyMatch(resourceDescriptor -> resourceDescriptor
                                        .group()
                                        .equals(customResourceDefinition.group())
                                && resourceDescriptor.names().plural().equals(customResourceDefinition.plural()));
    }

    private void remove(String name) {
        definitionNameIndex.forget(name);
        Served gone = served.remove(name);
        if (gone != null) {
            servedResources.remove(gone.group(), gone.plural());
        }
    }

    @Override
    public void close() {
        definitionFinalizer.close();
        Thread running = follower;
        if (running != null) {
            running.interrupt();
        }
    }
}
