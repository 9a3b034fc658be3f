package dev.stowage.apiserver.apiextensions;

import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.DelegatingObjectStore;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/// A store whose next writes and watches fail, as on a disk that is full for a while.
final class FailingWriteStore extends DelegatingObjectStore {
    private final AtomicInteger failingWrites = new AtomicInteger();
    private final AtomicInteger failingWatches = new AtomicInteger();

    FailingWriteStore(ObjectStore objectStore) {
        super(objectStore);
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
        return super.write(objectWrite);
    }

    @Override
    public StorageWatch watch(String resource, String namespace, long after)
            throws RevisionCompactedException, FutureRevisionException, IOException {
        fail(failingWatches, "cannot read the history");
        return super.watch(resource, namespace, after);
    }
}
