package dev.stowage.apiserver.rbac;

import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectChange;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectStore.Page;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Keeps a [RbacPolicy] in step with the store. It catches up at each authorization, not in its own
/// thread: a binding is in force as soon as its write has returned.
final class RbacPolicySource implements AutoCloseable {
    private final ObjectStore objectStore;
    private final Object following = new Object();
    private final List<StorageWatch> feeds = new ArrayList<>();
    private volatile RbacPolicy rbacPolicy = new RbacPolicy();
    private volatile long seen = -1;

    RbacPolicySource(ObjectStore objectStore) {
        this.objectStore = objectStore;
    }

    /// With everything that the store shows now.
    RbacPolicy current() {
        long wanted = objectStore.revision();
        if (seen < wanted) {
            follow(wanted);
        }
        return rbacPolicy;
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
                // A feed may get a change a moment after the store shows its revision.
                long reached = Long.MAX_VALUE;
                for (StorageWatch storageWatch : feeds) {
                    drain(storageWatch);
                    reached = Math.min(reached, storageWatch.revision());
                }
                seen = reached;
            } catch (SlowWatcherException _) {
                load();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the RBAC rules", e);
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
            case ObjectChange.Added _, ObjectChange.Modified _ -> rbacPolicy.put(now.key(), Json.stored(now.value()));
            case ObjectChange.Removed _ -> rbacPolicy.remove(now.key());
        }
    }

    /// Reads everything again into a new policy, which is visible only when complete.
    private void load() {
        stop();
        RbacPolicy next = new RbacPolicy();
        try {
            long oldest = Long.MAX_VALUE;
            for (String resource : RbacPolicy.RESOURCES) {
                Page page = objectStore.list(resource, "");
                page.entries().forEach(storedObject -> next.put(storedObject.key(), Json.stored(storedObject.value())));
                feeds.add(objectStore.watch(resource, "", page.revision()));
                oldest = Math.min(oldest, page.revision());
            }
            rbacPolicy = next;
            seen = oldest;
        } catch (RevisionCompactedException | FutureRevisionException e) {
            throw new IllegalStateException("cannot watch a revision that was just read", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the RBAC rules", e);
        }
    }

    private void stop() {
        feeds.forEach(StorageWatch::close);
        feeds.clear();
    }

    @Override
    public void close() {
        synchronized (following) {
            stop();
        }
    }
}
