package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.storage.StoredObject;

/// What a watcher is told.
public sealed interface WatchEvent {
    record Added(StoredObject storedObject) implements WatchEvent {}

    record Modified(StoredObject storedObject) implements WatchEvent {}

    record Deleted(StoredObject storedObject) implements WatchEvent {}

    /// Everything up to a revision has been told.
    ///
    /// @param initial the first one after everything that was there at the beginning
    record Bookmark(long revision, boolean initial) implements WatchEvent {}

    record Failed(ApiException why) implements WatchEvent {}
}
