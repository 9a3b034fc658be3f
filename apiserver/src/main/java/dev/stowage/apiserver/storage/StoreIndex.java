package dev.stowage.apiserver.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// An index over some resources, in sync with the store. It catches up when it is read, not in its own thread, so a
/// write is visible as soon as it has returned. Safe for many threads.
public final class StoreIndex<T extends StoreIndex.Content> implements AutoCloseable {

    /// The contents. One thread changes it at a time; other threads may read it meanwhile.
    public interface Content {
        void put(ObjectKey key, ObjectNode object);

        void remove(ObjectKey key);
    }

    private final ObjectStore objectStore;
    private final List<String> resources;
    private final Supplier<T> empty;
    private final Object following = new Object();
    private List<StorageWatch> feeds = List.of();
    private volatile T content;
    private volatile long seen = -1;

    /// @param empty creates content without any object
    public StoreIndex(ObjectStore objectStore, List<String> resources, Supplier<T> empty) {
        this.objectStore = objectStore;
        this.resources = List.copyOf(resources);
        this.empty = empty;
        this.content = empty.get();
    }

    /// The contents, up to date with the store.
    public T current() {
        long wanted = objectStore.revision();
        if (seen < wanted) {
            follow(wanted);
        }
        return content;
    }

    private void follow(long wanted) {
        synchronized (following) {
            if (seen >= wanted) {
                return;
            }
            try {
                if (feeds.isEmpty()) {
                    load();
                }
                // A watch may get a change a moment after the store shows its revision.
                long reached = Long.MAX_VALUE;
                for (StorageWatch storageWatch : feeds) {
                    drain(storageWatch);
                    reached = Math.min(reached, storageWatch.revision());
                }
                seen = reached;
            } catch (SlowWatcherException _) {
                load();
            } catch (IOException e) {
                stop();
                throw new UncheckedIOException("cannot read the changes of " + resources, e);
            } catch (RuntimeException e) {
                // The remaining changes that were taken from the watch would be missed.
                stop();
                throw e;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void drain(StorageWatch storageWatch) throws SlowWatcherException, IOException, InterruptedException {
        List<ObjectChange> changes = storageWatch.next(Duration.ZERO);
        while (!changes.isEmpty()) {
            changes.forEach(this::apply);
            changes = storageWatch.next(Duration.ZERO);
        }
    }

    private void apply(ObjectChange objectChange) {
        StoredObject now = objectChange.now();
        switch (objectChange) {
            case ObjectChange.Added _, ObjectChange.Modified _ -> content.put(now.key(), Json.stored(now.value()));
            case ObjectChange.Removed _ -> content.remove(now.key());
        }
    }

    /// Reads everything again into new content, which is visible only when complete. Until then nothing is followed:
    /// after a failure the next reader starts from the beginning, and never with some of the resources only.
    private void load() {
        stop();
        T next = empty.get();
        List<StorageWatch> opened = new ArrayList<>();
        boolean done = false;
        try {
            long oldest = Long.MAX_VALUE;
            for (String resource : resources) {
                ObjectStore.Page page = objectStore.list(resource, "");
                page.entries().forEach(storedObject -> next.put(storedObject.key(), Json.stored(storedObject.value())));
                opened.add(objectStore.watch(resource, "", page.revision()));
                oldest = Math.min(oldest, page.revision());
            }
            feeds = List.copyOf(opened);
            content = next;
            seen = oldest;
            done = true;
        } catch (RevisionCompactedException | FutureRevisionException e) {
            throw new IllegalStateException("cannot watch a revision that was just read", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resources, e);
        } finally {
            if (!done) {
                opened.forEach(StorageWatch::close);
            }
        }
    }

    private void stop() {
        feeds.forEach(StorageWatch::close);
        feeds = List.of();
    }

    @Override
    public void close() {
        synchronized (following) {
            stop();
        }
    }
}
