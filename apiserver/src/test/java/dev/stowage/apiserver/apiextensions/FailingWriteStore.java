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
import java.util.concurrent.atomic.AtomicInteger;

/// A store whose next writes and watches fail, as on a disk that is full for a while.
final class FailingWriteStore implements ObjectStore {
    private final ObjectStore objectStore;
    private final AtomicInteger failingWrites = new AtomicInteger();
    private final AtomicInteger failingWatches = new AtomicInteger();

    FailingWriteStore(ObjectStore objectStore) {
        this.objectStore = objectStore;
    }

    void failWrites(int count) {
        failingWrites.set(count);
    }

    void failWatches(int count) {
        failingWatches.set(count);
    }

    /// How many of them are still to fail.
    int failing() {
        return failingWrites.get() + failingWatches.get();
    }

    private static void fail(AtomicInteger failing, String why) throws IOException {
        if (failing.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            throw new IOException(why);
        }
    }

    @Override
    public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        fail(failingWrites, "no space left on device");
        return objectStore.write(objectWrite);
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
        fail(failingWatches, "cannot read the history");
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
