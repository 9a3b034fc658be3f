package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectChange;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches CustomResourceDefinitions: accepts their names, serves their resources, and removes them again.
///
/// A resource is in the registry before its definition is seen to be established. All of this runs on one
/// thread; deleting the objects of a deleted definition has its own threads.
public final class CustomResourceController implements DefinitionReflector.Listener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CustomResourceController.class);

    /// How long what failed rests before it is tried again: a full disk is seldom full for a moment only.
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final ObjectStore objectStore;
    private final ServedResources servedResources;
    private final InstantSource clock;
    private final DefinitionFinalizer definitionFinalizer;
    private final DefinitionNameIndex definitionNameIndex = new DefinitionNameIndex();
    /// What is served for each definition, by its name, to avoid needless replacements.
    private final Map<String, Served> served = new HashMap<>();

    /// Definitions whose status could not be written; they are tried again.
    private final Set<String> failed = new HashSet<>();

    private final Duration pause;
    private final DefinitionReflector definitionReflector;

    /// @param state of everything that the resource is created from
    private record Served(String group, String plural, String state) {}

    public CustomResourceController(ObjectStore objectStore, ServedResources servedResources, InstantSource clock) {
        this(objectStore, servedResources, clock, PAUSE);
    }

    /// @param pause after a failure
    CustomResourceController(
            ObjectStore objectStore, ServedResources servedResources, InstantSource clock, Duration pause) {
        this.objectStore = objectStore;
        this.servedResources = servedResources;
        this.clock = clock;
        this.pause = pause;
        this.definitionFinalizer = new DefinitionFinalizer(objectStore, clock, pause);
        this.definitionReflector = new DefinitionReflector(objectStore, pause);
    }

    /// Returns when all defined resources are served, and continues to watch for changes.
    public void start() throws InterruptedException {
        definitionReflector.start(this);
    }

    /// Creates the definitions of a new server, unless there are definitions already.
    public void install() throws IOException, InterruptedException {
        if (objectStore.list(CustomResourceDefinition.RESOURCE, "").entries().isEmpty()) {
            for (ObjectNode shipped : BundledDefinitions.all()) {
                DefinitionInstaller.write(shipped, objectStore, clock);
            }
        }
    }

    @Override
    public long listAll() throws InterruptedException {
        ObjectStore.Page page = objectStore.list(CustomResourceDefinition.RESOURCE, "");
        Set<String> names = new LinkedHashSet<>();
        for (StoredObject storedObject : page.entries()) {
            CustomResourceDefinition customResourceDefinition =
                    new CustomResourceDefinition(Json.stored(storedObject.value()));
            definitionNameIndex.learn(customResourceDefinition);
            names.add(customResourceDefinition.name());
        }
        // One that was deleted meanwhile must not keep its names.
        definitionNameIndex.retain(names);
        for (String name : names) {
            attempt(name);
        }
        Set.copyOf(served.keySet()).stream()
                .filter(name -> !names.contains(name))
                .forEach(this::remove);
        return page.revision();
    }

    @Override
    public void changed(ObjectChange objectChange) throws InterruptedException {
        String name = objectChange.now().key().name();
        if (objectChange instanceof ObjectChange.Removed) {
            remove(name);
        } else {
            attempt(name);
        }
        // A name that this one gave up may be what another is waiting for.
        for (String other : definitionNameIndex.waiting(name)) {
            attempt(other);
        }
    }

    @Override
    public boolean hasFailed() {
        return !failed.isEmpty();
    }

    @Override
    public void retry() throws InterruptedException {
        for (String name : Set.copyOf(failed)) {
            attempt(name);
        }
    }

    /// A definition that fails must not prevent others from being served.
    private void attempt(String name) throws InterruptedException {
        failed.remove(name);
        try {
            consider(name);
        } catch (IOException e) {
            failed.add(name);
            log.warn(
                    "Cannot update CustomResourceDefinition {}, trying again in {} s: {}",
                    name,
                    pause.toSeconds(),
                    e.getMessage());
        } catch (RuntimeException e) {
            log.warn("Cannot process CustomResourceDefinition {}; leaving it as it is.", name, e);
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

    /// Reconciles the registry and the status of a definition. Does nothing if they are up to date.
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
        failed.remove(name);
        definitionNameIndex.forget(name);
        Served gone = served.remove(name);
        if (gone != null) {
            servedResources.remove(gone.group(), gone.plural());
        }
    }

    @Override
    public void close() {
        definitionFinalizer.close();
        definitionReflector.close();
    }
}
