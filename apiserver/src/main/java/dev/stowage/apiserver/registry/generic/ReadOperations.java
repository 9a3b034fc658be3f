package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.selectors.SelectionPredicate;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectStore.Page;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Gets and lists objects.
public final class ReadOperations {
    private static final int CHUNK = 500;
    private static final String EXPIRED = "The resourceVersion for the provided list is too old.";
    private static final String CONTINUE_EXPIRED = "The provided continue parameter is too old to display a consistent"
            + " list result. You can start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the first chunk was"
            + " returned and now may show up in the list.";

    private final ObjectStore objectStore;

    public ReadOperations(ObjectStore objectStore) {
        this.objectStore = objectStore;
    }

    public StoredObject get(RequestTarget requestTarget, QueryParameters queryParameters)
            throws ApiException, InterruptedException {
        String revision = queryParameters.text("resourceVersion");
        if (!revision.isEmpty()) {
            ResourceVersions.await(
                    objectStore,
                    ListOptions.parse(requestTarget, queryParameters, false).number());
        }
        return objectStore.get(requestTarget.key()).orElseThrow(requestTarget::notFound);
    }

    public ObjectList list(RequestTarget requestTarget, QueryParameters queryParameters)
            throws ApiException, InterruptedException, IOException {
        return list(requestTarget, ListOptions.parse(requestTarget, queryParameters, false));
    }

    ObjectList list(RequestTarget requestTarget, ListOptions options)
            throws ApiException, InterruptedException, IOException {
        if (!options.next().isEmpty()) {
            return next(requestTarget, options);
        }
        long revision = options.number();
        if (options.isExact()) {
            return history(requestTarget, options, revision, Optional.empty());
        }
        ResourceVersions.await(objectStore, revision);
        Page page = current(requestTarget, options.selectionPredicate());
        // A request that accepts any resource version gets the whole list, as from the watch cache of Kubernetes.
        long limit = options.revision().equals("0") ? 0 : options.limit();
        return cut(page.entries(), page.revision(), options.selectionPredicate(), limit);
    }

    private Page current(RequestTarget requestTarget, SelectionPredicate selectionPredicate) {
        Optional<String> name = selectionPredicate.name();
        if (name.isPresent()
                && (!requestTarget.resourceDescriptor().namespaced()
                        || !requestTarget.namespace().isEmpty())) {
            long revision = objectStore.revision();
            Optional<StoredObject> one = objectStore.get(
                    new ObjectKey(requestTarget.resourceDescriptor().key(), requestTarget.namespace(), name.get()));
            return new Page(
                    one.stream().toList(),
                    Math.max(revision, one.map(StoredObject::revision).orElse(0L)),
                    0);
        }
        return objectStore.list(requestTarget.resourceDescriptor().key(), requestTarget.namespace());
    }

    private static ObjectList cut(
            List<StoredObject> all, long revision, SelectionPredicate selectionPredicate, long limit) {
        if (limit == 0 && selectionPredicate.isEverything()) {
            return new ObjectList(all, revision, "", OptionalLong.empty());
        }
        List<StoredObject> wanted = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            StoredObject storedObject = all.get(i);
            if (!selectionPredicate.matches(storedObject)) {
                continue;
            }
            wanted.add(storedObject);
            int behind = all.size() - i - 1;
            if (wanted.size() == limit && behind > 0) {
                return new ObjectList(
                        wanted,
                        revision,
                        new ContinueToken(revision, storedObject.key()).text(),
                        selectionPredicate.isEverything() ? OptionalLong.of(behind) : OptionalLong.empty());
            }
        }
        return new ObjectList(wanted, revision, "", OptionalLong.empty());
    }

    private ObjectList next(RequestTarget requestTarget, ListOptions options)
            throws ApiException, InterruptedException, IOException {
        if (options.number() > 0) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        ContinueToken token = ContinueToken.parse(requestTarget, options.next());
        long revision = token.revision() == ContinueToken.NOW ? objectStore.revision() : token.revision();
        return history(requestTarget, options, revision, Optional.of(token.after()));
    }

    private ObjectList history(
            RequestTarget requestTarget, ListOptions options, long revision, Optional<ObjectKey> from)
            throws ApiException, InterruptedException, IOException {
        ResourceVersions.await(objectStore, revision);
        SelectionPredicate selectionPredicate = options.selectionPredicate();
        List<StoredObject> wanted = new ArrayList<>();
        Optional<ObjectKey> after = from;
        int limit = (int) Math.min(options.limit(), Integer.MAX_VALUE);
        while (true) {
            int pageSize = limit == 0 ? 0 : selectionPredicate.isEverything() ? limit : Math.max(CHUNK, limit);
            Page page = page(requestTarget, revision, after, pageSize);
            for (StoredObject storedObject : page.entries()) {
                after = Optional.of(storedObject.key());
                if (selectionPredicate.matches(storedObject)) {
                    wanted.add(storedObject);
                }
                boolean last = page.remaining() == 0
                        && storedObject.key().equals(page.entries().getLast().key());
                if (limit > 0 && wanted.size() == limit && !last) {
                    return new ObjectList(
                            wanted,
                            revision,
                            new ContinueToken(revision, storedObject.key()).text(),
                            selectionPredicate.isEverything()
                                    ? OptionalLong.of(page.remaining())
                                    : OptionalLong.empty());
                }
            }
            if (page.remaining() == 0 || page.entries().isEmpty()) {
                return new ObjectList(wanted, revision, "", OptionalLong.empty());
            }
        }
    }

    private Page page(RequestTarget requestTarget, long revision, Optional<ObjectKey> after, int limit)
            throws ApiException, IOException {
        try {
            return objectStore.listAt(
                    requestTarget.resourceDescriptor().key(), requestTarget.namespace(), revision, after, limit);
        } catch (RevisionCompactedException _) {
            if (after.isEmpty()) {
                throw new ApiException(StatusReason.EXPIRED, EXPIRED);
            }
            throw new ApiException(StatusReason.EXPIRED, CONTINUE_EXPIRED)
                    .continuing(new ContinueToken(ContinueToken.NOW, after.get()).text());
        } catch (FutureRevisionException _) {
            throw ResourceVersions.tooLarge(revision, objectStore.revision());
        }
    }
}
