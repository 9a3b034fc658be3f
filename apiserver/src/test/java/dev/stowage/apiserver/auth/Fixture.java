package dev.stowage.apiserver.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.bootstrap.Bootstrap;
import dev.stowage.apiserver.auth.pki.Pem;
import dev.stowage.apiserver.auth.pki.Pki;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.SqliteStore;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.StoreOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/// A cluster that has just been made, with a clock that goes when it is told to.
public final class Fixture implements AutoCloseable {
    private final Store store;
    private final Pki pki;
    private final ClusterAccess access;
    private final HandClock clock = new HandClock();

    public Fixture(Path folder) throws IOException, InterruptedException {
        store = SqliteStore.open(folder.resolve("store"), StoreOptions.standard());
        pki = Pki.open(folder.resolve("pki"), clock);
        Bootstrap.run(store, Pem.of(pki.authority()), 6443, clock);
        access = ClusterAccess.open(folder, pki, store, clock, Optional.empty(), "127.0.0.1:6443");
    }

    public Store store() {
        return store;
    }

    public Pki pki() {
        return pki;
    }

    public ClusterAccess access() {
        return access;
    }

    public Clock clock() {
        return clock;
    }

    public void advance(Duration time) {
        clock.now = clock.now.plus(time);
    }

    /// Writes JSON in which ' stands for ", and returns what is kept.
    public ObjectNode put(String json) throws Exception {
        ObjectNode object = read(json);
        String kind = Tree.text(object, "kind").toLowerCase(Locale.ROOT);
        String resource = kind.contains("role") ? kind + "s.rbac.authorization.k8s.io" : kind + "s";
        Key key = new Key(resource, Tree.text(object, "metadata", "namespace"), Tree.text(object, "metadata", "name"));
        Optional<Entry> old = store.get(key);
        Draft draft = Draft.of(object);
        Entry written =
                store.write(new Mutation.Put(key, old.map(Entry::revision).orElse(0L), draft, 0));
        return Json.stored(written.value());
    }

    public void remove(String resource, String namespace, String name) throws Exception {
        Entry entry = store.get(new Key(resource, namespace, name)).orElseThrow();
        store.write(new Mutation.Remove(entry.key(), entry.revision(), Draft.of(entry)));
    }

    public static ObjectNode read(String json) throws JsonProcessingException {
        return (ObjectNode) Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        access.close();
        store.close();
    }

    private static final class HandClock extends Clock {
        private volatile Instant now = Instant.parse("2026-06-01T12:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
