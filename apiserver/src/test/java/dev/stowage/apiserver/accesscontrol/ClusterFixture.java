package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.bootstrap.ClusterBootstrap;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.SqliteObjectStore;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.x509.PemEncoding;
import dev.stowage.x509.PkiDirectory;
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

/// A new cluster with a clock that tests advance.
public final class ClusterFixture implements AutoCloseable {
    private final ObjectStore objectStore;
    private final PkiDirectory pkiDirectory;
    private final ClusterAccessControl access;
    private final HandClock clock = new HandClock();

    public ClusterFixture(Path folder) throws IOException, InterruptedException {
        objectStore = SqliteObjectStore.open(folder.resolve("store"), StorageOptions.standard());
        pkiDirectory = PkiDirectory.open(folder.resolve("pki"), clock);
        ClusterBootstrap.run(objectStore, PemEncoding.of(pkiDirectory.authority()), 6443, clock);
        access =
                ClusterAccessControl.open(folder, pkiDirectory, objectStore, clock, Optional.empty(), "127.0.0.1:6443");
    }

    public ObjectStore objectStore() {
        return objectStore;
    }

    public PkiDirectory pkiDirectory() {
        return pkiDirectory;
    }

    public ClusterAccessControl access() {
        return access;
    }

    public Clock clock() {
        return clock;
    }

    public void advance(Duration time) {
        clock.now = clock.now.plus(time);
    }

    /// Writes JSON in which ' stands for ", and returns the stored object.
    public ObjectNode put(String json) throws Exception {
        ObjectNode object = read(json);
        String kind = JsonTree.text(object, "kind").toLowerCase(Locale.ROOT);
        String resource = kind + "s" + group(kind);
        ObjectKey key = new ObjectKey(
                resource, JsonTree.text(object, "metadata", "namespace"), JsonTree.text(object, "metadata", "name"));
        Optional<StoredObject> old = objectStore.get(key);
        ObjectDraft objectDraft = ObjectDraft.of(object);
        StoredObject written = objectStore.write(
                new ObjectWrite.Put(key, old.map(StoredObject::revision).orElse(0L), objectDraft, 0));
        return Json.stored(written.value());
    }

    private static String group(String kind) {
        return switch (kind) {
            case "volumeattachment" -> ".storage.k8s.io";
            case "resourceslice" -> ".resource.k8s.io";
            default -> kind.contains("role") ? ".rbac.authorization.k8s.io" : "";
        };
    }

    public void remove(String resource, String namespace, String name) throws Exception {
        StoredObject storedObject =
                objectStore.get(new ObjectKey(resource, namespace, name)).orElseThrow();
        objectStore.write(
                new ObjectWrite.Remove(storedObject.key(), storedObject.revision(), ObjectDraft.of(storedObject)));
    }

    public static ObjectNode read(String json) throws JsonProcessingException {
        return (ObjectNode) Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        access.close();
        objectStore.close();
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
