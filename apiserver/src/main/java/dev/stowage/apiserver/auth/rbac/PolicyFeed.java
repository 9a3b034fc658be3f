package dev.stowage.apiserver.auth.rbac;

import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.store.Change;
import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Feed;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.Store.Page;
import dev.stowage.apiserver.store.TooSlowException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Keeps a [Policy] in step with the store. It follows on the way of a question, not in a thread of its own: whoever
/// was told that a binding is written finds it in force.
final class PolicyFeed implements AutoCloseable {
    private final Store store;
    private final Object following = new Object();
    private final List<Feed> feeds = new ArrayList<>();
    private volatile Policy policy = new Policy();
    private volatile long seen = -1;

    PolicyFeed(Store store) {
        this.store = store;
    }

    /// With everything that the store shows now.
    Policy current() {
        long wanted = store.revision();
        if (seen < wanted) {
            follow(wanted);
        }
        return policy;
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
                for (Feed feed : feeds) {
                    drain(feed);
                    reached = Math.min(reached, feed.revision());
                }
                seen = reached;
            } catch (TooSlowException _) {
                load();
            } catch (IOException e) {
                throw new UncheckedIOException("the rules of access cannot be read", e);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void drain(Feed feed) throws TooSlowException, IOException, InterruptedException {
        List<Change> changes = feed.next(Duration.ZERO);
        while (!changes.isEmpty()) {
            changes.forEach(this::apply);
            changes = feed.next(Duration.ZERO);
        }
    }

    private void apply(Change change) {
        Entry now = change.now();
        switch (change) {
            case Change.Added _, Change.Modified _ -> policy.put(now.key(), Json.stored(now.value()));
            case Change.Removed _ -> policy.remove(now.key());
        }
    }

    /// Reads everything anew, into a policy that nobody sees before it is whole.
    private void load() {
        stop();
        Policy next = new Policy();
        try {
            long oldest = Long.MAX_VALUE;
            for (String resource : Policy.RESOURCES) {
                Page page = store.list(resource, "");
                page.entries().forEach(entry -> next.put(entry.key(), Json.stored(entry.value())));
                feeds.add(store.watch(resource, "", page.revision()));
                oldest = Math.min(oldest, page.revision());
            }
            policy = next;
            seen = oldest;
        } catch (CompactedException | FutureException e) {
            throw new IllegalStateException("a revision that was just read cannot be watched", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the rules of access cannot be read", e);
        }
    }

    private void stop() {
        feeds.forEach(Feed::close);
        feeds.clear();
    }

    @Override
    public void close() {
        synchronized (following) {
            stop();
        }
    }
}
