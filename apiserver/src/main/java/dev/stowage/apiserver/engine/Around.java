package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The store, the clock and the asker, as strategies see them.
record Around(Store store, InstantSource clock, Set<String> gates, String user) implements Surroundings {

    @Override
    public Optional<ObjectNode> find(Key key) {
        return store.get(key).map(entry -> Json.stored(entry.value()));
    }

    @Override
    public List<ObjectNode> list(String resource, String namespace) {
        return store.list(resource, namespace).entries().stream()
                .map(entry -> Json.stored(entry.value()))
                .toList();
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public boolean enabled(String gate) {
        return gates.contains(gate);
    }
}
