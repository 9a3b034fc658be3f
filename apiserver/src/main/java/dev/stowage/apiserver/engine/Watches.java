package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Begins watches.
public final class Watches {
    private static final Duration SHORTEST = Duration.ofMinutes(30);

    private final Store store;
    private final Reads reads;
    private final InstantSource clock;

    public Watches(Store store, Reads reads, InstantSource clock) {
        this.store = store;
        this.reads = reads;
        this.clock = clock;
    }

    /// @throws ExpiredException when what the watcher wants to begin with has lost its history
    public Watch open(Target target, Parameters parameters)
            throws ApiException, ExpiredException, InterruptedException, IOException {
        ListOptions options = ListOptions.parse(target, parameters, true);
        long revision = options.number();
        boolean initial = options.initialEvents().orElse(revision == 0);
        if (initial || options.initialEvents().isPresent()) {
            Revisions.await(store, revision);
        }
        List<WatchEvent> events = new ArrayList<>();
        long after = revision == 0 ? store.revision() : revision;
        if (initial) {
            Listing listing = reads.list(target, everything(options));
            after = listing.revision();
            for (Entry entry : listing.entries()) {
                events.add(new WatchEvent.Added(entry));
            }
            if (options.initialEvents().isPresent() && options.bookmarks()) {
                events.add(new WatchEvent.Bookmark(after, true));
            }
        }
        Duration length = options.timeoutSeconds() > 0
                ? Duration.ofSeconds(
                        Math.min(options.timeoutSeconds(), Duration.ofDays(1).toSeconds()))
                : SHORTEST.plusSeconds(ThreadLocalRandom.current().nextLong(SHORTEST.toSeconds()));
        return new Watch(
                events,
                feed(target, after),
                options.selection(),
                clock,
                clock.instant().plus(length),
                options.bookmarks(),
                after);
    }

    private static ListOptions everything(ListOptions options) {
        return new ListOptions(options.selection(), "0", "", 0, "", options.initialEvents(), options.bookmarks(), 0);
    }

    private Feed feed(Target target, long after) throws ExpiredException, IOException {
        String resource = target.resource().key();
        try {
            return store.watch(resource, target.namespace(), after);
        } catch (CompactedException _) {
            throw new ExpiredException(Revisions.tooOld(after, store.compacted()));
        } catch (FutureException _) {
            return later(resource, target.namespace());
        }
    }

    /// Of a revision that is yet to come, everything before is left out by the watch.
    private Feed later(String resource, String namespace) throws IOException {
        try {
            return store.watch(resource, namespace, store.revision());
        } catch (CompactedException | FutureException e) {
            throw new IOException("the newest revision can always be watched", e);
        }
    }

    /// The watch begins all right and at once says that it cannot go on.
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

    /// What a watcher is told that did not keep up.
    public static ApiException tooSlow() {
        return new ApiException(Reason.EXPIRED, "the watcher did not keep up with the changes; watch again");
    }
}
