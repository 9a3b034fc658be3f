package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Registry;
import dev.stowage.apiserver.store.Change;
import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.TooSlowException;
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

/// Follows the definitions: gives them their names, serves what they define, and takes it away again.
///
/// A resource is in the registry before its definition is seen to be established. All of this runs on one
/// thread; removing the objects of a definition that goes away has threads of its own.
public final class CustomResources implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CustomResources.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Store store;
    private final Registry registry;
    private final InstantSource clock;
    private final Cleanup cleanup;
    private final Titles titles = new Titles();
    /// What is served of each definition, by its name; so that nothing is put there again for nothing.
    private final Map<String, Served> served = new HashMap<>();

    private @Nullable Thread follower;

    /// @param state of everything that the resource is made from
    private record Served(String group, String plural, String state) {}

    public CustomResources(Store store, Registry registry, InstantSource clock) {
        this.store = store;
        this.registry = registry;
        this.clock = clock;
        this.cleanup = new Cleanup(store, clock);
    }

    /// Returns when everything that is defined is served, and goes on to follow changes.
    public void start() throws IOException, InterruptedException {
        long revision = all();
        follower = Thread.ofVirtual().name("custom-resources").start(() -> follow(revision));
    }

    /// Makes the definitions that a new server starts with, unless there are definitions already.
    public void install() throws IOException, InterruptedException {
        if (store.list(Definition.RESOURCE, "").entries().isEmpty()) {
            for (ObjectNode shipped : ShippedDefinitions.all()) {
                Installing.write(shipped, store, clock);
            }
        }
    }

    private long all() throws IOException, InterruptedException {
        Store.Page page = store.list(Definition.RESOURCE, "");
        Map<Entry, Definition> definitions = new LinkedHashMap<>();
        for (Entry entry : page.entries()) {
            Definition definition = new Definition(Json.stored(entry.value()));
            definitions.put(entry, definition);
            titles.learn(definition);
        }
        Set<String> names = new HashSet<>();
        for (Map.Entry<Entry, Definition> one : definitions.entrySet()) {
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
            try (Feed feed = store.watch(Definition.RESOURCE, "", revision)) {
                while (true) {
                    for (Change change : feed.next(PATIENCE)) {
                        attempt(change);
                    }
                    revision = feed.revision();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            } catch (CompactedException | TooSlowException | FutureException _) {
                log.info("Reading all custom resource definitions again, because changes to them were missed.");
                try {
                    revision = all();
                } catch (IOException e) {
                    log.debug("Custom resource definitions are not followed any more.", e);
                    return;
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return;
                }
            } catch (IOException e) {
                log.debug("Custom resource definitions are not followed any more: the store was closed.", e);
                return;
            }
        }
    }

    /// A definition that makes trouble is left as it is: it must not keep others from being served.
    private void attempt(Change change) throws IOException, InterruptedException {
        try {
            changed(change);
        } catch (RuntimeException e) {
            log.warn("Definition {} cannot be followed.", change.now().key().name(), e);
        }
    }

    private void changed(Change change) throws IOException, InterruptedException {
        String name = change.now().key().name();
        if (change instanceof Change.Removed) {
            remove(name);
        } else {
            consider(name);
        }
        // A name that this one gave up may be what another is waiting for.
        for (String other : titles.waiting(name)) {
            consider(other);
        }
    }

    private void consider(String name) throws IOException, InterruptedException {
        Optional<Entry> entry = store.get(new Key(Definition.RESOURCE, "", name));
        if (entry.isPresent()) {
            consider(entry.get(), new Definition(Json.stored(entry.get().value())));
        }
    }

    /// Brings the registry and the status of a definition to where they belong. Does nothing when they are
    /// there.
    private void consider(Entry entry, Definition definition) throws IOException, InterruptedException {
        titles.learn(definition);
        if (definition.isBeingDeleted()) {
            serve(definition, entry);
            cleanup.start(definition);
            return;
        }
        Optional<Definition> next = Establishing.next(definition, titles.others(definition), clock.instant());
        serve(next.orElse(definition), entry);
        if (next.isEmpty()) {
            return;
        }
        titles.learn(next.get());
        try {
            store.write(Establishing.put(entry, next.get()));
        } catch (ConflictException _) {
            log.debug("Definition {} has changed meanwhile and will be looked at again.", definition.name());
        }
    }

    /// @param entry of the definition, before its status was changed
    private void serve(Definition definition, Entry entry) {
        String state = "%s/%d/%s/%s"
                .formatted(
                        definition.uid(),
                        definition.generation(),
                        definition.acceptedNames(),
                        definition.isBeingDeleted());
        Served now = new Served(definition.group(), definition.plural(), state);
        if (now.equals(served.get(definition.name()))) {
            return;
        }
        if (!definition.isEstablished() || isTaken(definition)) {
            return;
        }
        CustomResource.of(definition, () -> new Definition(Json.stored(entry.value())))
                .ifPresentOrElse(registry::put, () -> registry.remove(definition.group(), definition.plural()));
        served.put(definition.name(), now);
    }

    /// A built-in resource is not replaced.
    private boolean isTaken(Definition definition) {
        return !served.containsKey(definition.name())
                && registry.all().stream()
                        .anyMatch(resource -> resource.group().equals(definition.group())
                                && resource.names().plural().equals(definition.plural()));
    }

    private void remove(String name) {
        titles.forget(name);
        Served gone = served.remove(name);
        if (gone != null) {
            registry.remove(gone.group(), gone.plural());
        }
    }

    @Override
    public void close() {
        cleanup.close();
        Thread running = follower;
        if (running != null) {
            running.interrupt();
        }
    }
}
