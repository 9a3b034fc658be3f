package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A store that passes everything on to another one. Subclasses change single operations.
public abstract class DelegatingObjectStore implements ObjectStore {
    private final ObjectStore objectStore;

    protected DelegatingObjectStore(ObjectStore objectStore) {
        this.objectStore = objectStore;
    }

    @Override
    public long revision() {
        return objectStore.revision();
    }

    @Override
    public long compacted() {
        return objectStore.compacted();
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return objectStore.get(key);
    }

    @Override
    public Page list(String resource, String namespace) {
        return objectStore.list(resource, namespace);
    }

    @Override
    public Page listAt(String resource, String namespace, long revision, Optional<ObjectKey> after, int limit)
            throws RevisionCompactedException, FutureRevisionException, IOException {
        return objectStore.listAt(resource, namespace, revision, after, limit);
    }

    @Override
    public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        return objectStore.write(objectWrite);
    }

    @Override
    public StorageWatch watch(String resource, String namespace, long after)
            throws RevisionCompactedException, FutureRevisionException, IOException {
        return objectStore.watch(resource, namespace, after);
    }

    @Override
    public boolean await(long revision, Duration patience) throws InterruptedException {
        return objectStore.await(revision, patience);
    }

    @Override
    public void close() throws IOException {
        objectStore.close();
    }
}
