package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.store.Entry;

/// What a watcher is told.
public sealed interface WatchEvent {
    record Added(Entry entry) implements WatchEvent {}

    record Modified(Entry entry) implements WatchEvent {}

    record Deleted(Entry entry) implements WatchEvent {}

    /// Everything up to a revision has been told.
    ///
    /// @param initial the first one after everything that was there at the beginning
    record Bookmark(long revision, boolean initial) implements WatchEvent {}

    record Failed(ApiException why) implements WatchEvent {}
}
