package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.storage.StoredObject;

/// An event of a watch.
public sealed interface WatchEvent {
    record Added(StoredObject storedObject) implements WatchEvent {}

    record Modified(StoredObject storedObject) implements WatchEvent {}

    record Deleted(StoredObject storedObject) implements WatchEvent {}

    /// A bookmark: all events up to a revision have been sent.
    ///
    /// @param initial whether it marks the end of the initial events
    record Bookmark(long revision, boolean initial) implements WatchEvent {}

    record Failed(ApiException why) implements WatchEvent {}
}
