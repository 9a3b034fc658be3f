package dev.stowage.apiserver.store;

import java.time.Duration;
import java.time.InstantSource;

/// How much a store keeps, and for how long.
///
/// @param retention how long history stays
/// @param feedChanges how many changes may wait for one reader of a feed
/// @param feedBytes how much memory they may hold, about
/// @param windowBytes how much memory the recent changes of one resource may hold, about
/// @param fileBytes how large the file may become
/// @param clock for expiry and retention
public record StoreOptions(
        Duration retention, int feedChanges, long feedBytes, long windowBytes, long fileBytes, InstantSource clock) {

    public static StoreOptions standard() {
        return new StoreOptions(Duration.ofMinutes(5), 4096, 8 << 20, 2 << 20, 8L << 30, InstantSource.system());
    }

    public StoreOptions retention(Duration other) {
        return new StoreOptions(other, feedChanges, feedBytes, windowBytes, fileBytes, clock);
    }

    public StoreOptions feeds(int changes, long bytes) {
        return new StoreOptions(retention, changes, bytes, windowBytes, fileBytes, clock);
    }

    public StoreOptions windowBytes(long other) {
        return new StoreOptions(retention, feedChanges, feedBytes, other, fileBytes, clock);
    }

    public StoreOptions fileBytes(long other) {
        return new StoreOptions(retention, feedChanges, feedBytes, windowBytes, other, clock);
    }

    public StoreOptions clock(InstantSource other) {
        return new StoreOptions(retention, feedChanges, feedBytes, windowBytes, fileBytes, other);
    }
}
