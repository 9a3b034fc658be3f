package dev.stowage.apiserver.storage;

import java.time.Duration;
import java.time.InstantSource;

/// How much history a store keeps, and for how long.
///
/// @param retention how long history stays
/// @param feedChanges how many changes may wait for the reader of one watch
/// @param feedBytes how much memory they may use, approximately
/// @param windowBytes how much memory the recent changes of one resource may use, approximately
/// @param fileBytes how large the file may become
/// @param clock for expiry and retention
public record StorageOptions(
        Duration retention, int feedChanges, long feedBytes, long windowBytes, long fileBytes, InstantSource clock) {

    public static StorageOptions standard() {
        return new StorageOptions(Duration.ofMinutes(5), 4096, 8 << 20, 2 << 20, 8L << 30, InstantSource.system());
    }

    public StorageOptions retention(Duration other) {
        return new StorageOptions(other, feedChanges, feedBytes, windowBytes, fileBytes, clock);
    }

    public StorageOptions feeds(int changes, long bytes) {
        return new StorageOptions(retention, changes, bytes, windowBytes, fileBytes, clock);
    }

    public StorageOptions windowBytes(long other) {
        return new StorageOptions(retention, feedChanges, feedBytes, other, fileBytes, clock);
    }

    public StorageOptions fileBytes(long other) {
        return new StorageOptions(retention, feedChanges, feedBytes, windowBytes, other, clock);
    }

    public StorageOptions clock(InstantSource other) {
        return new StorageOptions(retention, feedChanges, feedBytes, windowBytes, fileBytes, other);
    }
}
