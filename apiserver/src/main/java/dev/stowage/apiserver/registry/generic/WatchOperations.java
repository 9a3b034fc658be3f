package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.StorageWatch;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Starts watches.
public final class WatchOperations {
    private static final Duration SHORTEST = Duration.ofMinutes(30);

    private final ObjectStore objectStore;
    private final ReadOperations readOperations;
    private final InstantSource clock;

    public WatchOperations(ObjectStore objectStore, ReadOperations readOperations, InstantSource clock) {
        this.objectStore = objectStore;
        this.readOperations = readOperations;
        this.clock = clock;
    }

    /// @throws ApiException `Expired` if the start revision is compacted
    public ResourceWatch open(RequestTarget requestTarget, QueryParameters queryParameters)
            throws ApiException, ExpiredException, InterruptedException, IOException {
        ListOptions options = ListOptions.parse(requestTarget, queryParameters, true);
        long revision = options.number();
        boolean initial = options.initialEvents().orElse(revision == 0);
        if (initial || options.initialEvents().isPresent()) {
            ResourceVersions.await(objectStore, revision);
        }
        List<WatchEvent> events = new ArrayList<>();
        long after = revision == 0 ? objectStore.revision() : revision;
        if (initial) {
            ObjectList objectList = readOperations.list(requestTarget, everything(options));
            after = objectList.revision();
            for (StoredObject storedObject : objectList.entries()) {
                events.add(new WatchEvent.Added(storedObject));
            }
            if (options.initialEvents().isPresent() && options.bookmarks()) {
                events.add(new WatchEvent.Bookmark(after, true));
            }
        }
        Duration length = options.timeoutSeconds() > 0
                ? Duration.ofSeconds(
                        Math.min(options.timeoutSeconds(), Duration.ofDays(1).toSeconds()))
                : SHORTEST.plusSeconds(ThreadLocalRandom.current().nextLong(SHORTEST.toSeconds()));
        return new ResourceWatch(
                events,
                feed(requestTarget, after),
                options.selectionPredicate(),
                clock,
                clock.instant().plus(length),
                options.bookmarks(),
                after);
    }

    private static ListOptions everything(ListOptions options) {
        return new ListOptions(
                options.selectionPredicate(), "0", "", 0, "", options.initialEvents(), options.bookmarks(), 0);
    }

    private StorageWatch feed(RequestTarget requestTarget, long after) throws ExpiredException, IOException {
        String resource = requestTarget.resourceDescriptor().key();
        try {
            return objectStore.watch(resource, requestTarget.namespace(), after);
        } catch (RevisionCompactedException _) {
            throw new ExpiredException(ResourceVersions.tooOld(after, objectStore.compacted()));
        } catch (FutureRevisionException _) {
            return later(resource, requestTarget.namespace());
        }
    }

    /// For a revision in the future: starts now, and the watch skips earlier changes.
    private StorageWatch later(String resource, String namespace) throws IOException {
        try {
            return objectStore.watch(resource, namespace, objectStore.revision());
        } catch (RevisionCompactedException | FutureRevisionException e) {
            throw new IOException("cannot watch the newest revision", e);
        }
    }

    /// The watch starts successfully, and its first event is an error that the revision has expired.
    public static final class ExpiredException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient ApiException why;

        ExpiredException(ApiException why) {
            super(why.getMessage(), why);
            this.why = why;
        }

        public ApiException why() {
            return why;
        }
    }

    /// The error for a watcher that is too slow.
    public static ApiException tooSlow() {
        return new ApiException(StatusReason.EXPIRED, "the watcher is too slow for the changes; start a new watch");
    }
}
