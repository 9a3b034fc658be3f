package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.select.Selection;
import dev.stowage.apiserver.store.CompactedException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.FutureException;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import dev.stowage.apiserver.store.Store.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reading objects, one or many.
public final class Reads {
    private static final int CHUNK = 500;
    private static final String EXPIRED = "The resourceVersion for the provided list is too old.";
    private static final String CONTINUE_EXPIRED = "The provided continue parameter is too old to display a consistent"
            + " list result. You can start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the first chunk was"
            + " returned and now may show up in the list.";

    private final Store store;

    public Reads(Store store) {
        this.store = store;
    }

    public Entry get(Target target, Parameters parameters) throws ApiException, InterruptedException {
        String revision = parameters.text("resourceVersion");
        if (!revision.isEmpty()) {
            Revisions.await(store, ListOptions.parse(target, parameters, false).number());
        }
        return store.get(target.key()).orElseThrow(target::notFound);
    }

    public Listing list(Target target, Parameters parameters) throws ApiException, InterruptedException, IOException {
        return list(target, ListOptions.parse(target, parameters, false));
    }

    Listing list(Target target, ListOptions options) throws ApiException, InterruptedException, IOException {
        if (!options.next().isEmpty()) {
            return next(target, options);
        }
        long revision = options.number();
        if (options.isExact()) {
            return history(target, options, revision, Optional.empty());
        }
        Revisions.await(store, revision);
        Page page = current(target, options.selection());
        // Whoever does not care how old the list is gets all of it, as from Kubernetes' own cache.
        long limit = options.revision().equals("0") ? 0 : options.limit();
        return cut(page.entries(), page.revision(), options.selection(), limit);
    }

    private Page current(Target target, Selection selection) {
        Optional<String> name = selection.name();
        if (name.isPresent()
                && (!target.resource().namespaced() || !target.namespace().isEmpty())) {
            long revision = store.revision();
            Optional<Entry> one = store.get(new Key(target.resource().key(), target.namespace(), name.get()));
            return new Page(
                    one.stream().toList(),
                    Math.max(revision, one.map(Entry::revision).orElse(0L)),
                    0);
        }
        return store.list(target.resource().key(), target.namespace());
    }

    private static Listing cut(List<Entry> all, long revision, Selection selection, long limit) {
        if (limit == 0 && selection.isEverything()) {
            return new Listing(all, revision, "", OptionalLong.empty());
        }
        List<Entry> wanted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Entry entry = all.get(i);
            if (!selection.matches(entry)) {
                continue;
            }
            wanted.add(entry);
            int behind = all.size() - i - 1;
            if (wanted.size() == limit && behind > 0) {
                return new Listing(
                        wanted,
                        revision,
                        new ContinueToken(revision, entry.key()).text(),
                        selection.isEverything() ? OptionalLong.of(behind) : OptionalLong.empty());
            }
        }
        return new Listing(wanted, revision, "", OptionalLong.empty());
    }

    private Listing next(Target target, ListOptions options) throws ApiException, InterruptedException, IOException {
        if (options.number() > 0) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.parse(target, options.next());
        long revision = token.revision() == ContinueToken.NOW ? store.revision() : token.revision();
        return history(target, options, revision, Optional.of(token.after()));
    }

    private Listing history(Target target, ListOptions options, long revision, Optional<Key> from)
            throws ApiException, InterruptedException, IOException {
        Revisions.await(store, revision);
        Selection selection = options.selection();
        List<Entry> wanted = new ArrayList<>();
        Optional<Key> after = from;
        int limit = (int) Math.min(options.limit(), Integer.MAX_VALUE);
        while (true) {
            int ask = limit == 0 ? 0 : selection.isEverything() ? limit : Math.max(CHUNK, limit);
            Page page = page(target, revision, after, ask);
            for (Entry entry : page.entries()) {
                after = Optional.of(entry.key());
                if (selection.matches(entry)) {
                    wanted.add(entry);
                }
                boolean last = page.remaining() == 0
                        && entry.key().equals(page.entries().getLast().key());
                if (limit > 0 && wanted.size() == limit && !last) {
                    return new Listing(
                            wanted,
                            revision,
                            new ContinueToken(revision, entry.key()).text(),
                            selection.isEverything() ? OptionalLong.of(page.remaining()) : OptionalLong.empty());
                }
            }
            if (page.remaining() == 0 || page.entries().isEmpty()) {
                return new Listing(wanted, revision, "", OptionalLong.empty());
            }
        }
    }

    private Page page(Target target, long revision, Optional<Key> after, int limit) throws ApiException, IOException {
        try {
            return store.listAt(target.resource().key(), target.namespace(), revision, after, limit);
        } catch (CompactedException _) {
            if (after.isEmpty()) {
                throw new ApiException(Reason.EXPIRED, EXPIRED);
            }
            throw new ApiException(Reason.EXPIRED, CONTINUE_EXPIRED)
                    .continuing(new ContinueToken(ContinueToken.NOW, after.get()).text());
        } catch (FutureException _) {
            throw Revisions.tooLarge(revision, store.revision());
        }
    }
}
