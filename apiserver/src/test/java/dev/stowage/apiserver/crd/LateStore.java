package dev.stowage.apiserver.crd;

import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// A store in which whoever removes something first hears of it late, as on a machine that stands still for a while.
final class LateStore implements Store {
    private final Store store;
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch answered = new CountDownLatch(1);

    LateStore(Store store) {
        this.store = store;
    }

    void answer() {
        answered.countDown();
    }

    @Override
    public Entry write(Mutation mutation) throws ConflictException, IOException, InterruptedException {
        Entry entry = store.write(mutation);
        if (mutation instanceof Mutation.Remove && first.getAndSet(false)) {
            answered.await();
        }
        return entry;
    }

    @Override
    public long revision() {
        return store.revision();
    }

    @Override
    public long compacted() {
        return store.compacted();
    }

    @Override
    public Optional<Entry> get(Key key) {
        return store.get(key);
    }

    @Override
    public Page list(String resource, String namespace) {
        return store.list(resource, namespace);
    }

    @Override
    public Page listAt(String resource, String namespace, long revision, Optional<Key> after, int limit)
            throws CompactedException, FutureException, IOException {
        return store.listAt(resource, namespace, revision, after, limit);
    }

    @Override
    public Feed watch(String resource, String namespace, long after)
            throws CompactedException, FutureException, IOException {
        return store.watch(resource, namespace, after);
    }

    @Override
    public boolean await(long revision, Duration patience) throws InterruptedException {
        return store.await(revision, patience);
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
