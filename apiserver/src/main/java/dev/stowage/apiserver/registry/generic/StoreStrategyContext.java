package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The strategy context of a request: store, clock and user.
record StoreStrategyContext(ObjectStore objectStore, InstantSource clock, Set<String> gates, UserInfo user)
        implements StrategyContext {

    @Override
    public Optional<ObjectNode> find(ObjectKey key) {
        return objectStore.get(key).map(storedObject -> Json.stored(storedObject.value()));
    }

    @Override
    public List<ObjectNode> list(String resource, String namespace) {
        return objectStore.list(resource, namespace).entries().stream()
                .map(storedObject -> Json.stored(storedObject.value()))
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
