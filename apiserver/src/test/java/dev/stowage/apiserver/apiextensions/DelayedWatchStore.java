package dev.stowage.apiserver.apiextensions;

import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.DelegatingObjectStore;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// A store whose first removal is done at once but returns late, as on an overloaded machine.
final class DelayedWatchStore extends DelegatingObjectStore {
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch answered = new CountDownLatch(1);

    DelayedWatchStore(ObjectStore objectStore) {
        super(objectStore);
    }

    void answer() {
        answered.countDown();
    }

    @Override
    public StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException {
        StoredObject storedObject = super.write(objectWrite);
        if (objectWrite instanceof ObjectWrite.Remove && first.getAndSet(false)) {
            answered.await();
        }
        return storedObject;
    }
}
