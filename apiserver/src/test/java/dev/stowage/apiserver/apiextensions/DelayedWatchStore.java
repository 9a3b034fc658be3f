package dev.stowage.apiserver.apiextensions;

import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// A store whose first removal is done at once but returns late, as on an overloaded machine.
final class DelayedWatchStore implements ObjectStore {
    private final ObjectStore objectStore;
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch answered = new CountDownLatch(1);

    DelayedWatchStore(ObjectStore objectStore) {
        this.objectStore = objectStore;
    }

    void answer() {
        answered.countDown();
    }

    @Override
    public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        StoredObject storedObject = objectStore.write(objectWrite);
        if (objectWrite instanceof ObjectWrite.Remove && first.getAndSet(false)) {
            answered.await();
        }
        return storedObject;
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
