package dev.stowage.sidecar.snapshotter;

import java.time.Duration;

/// @param timeout of a call to the driver
/// @param workers how many snapshots are created concurrently, and as many deleted
/// @param resync how often all objects are reconciled; zero for never
/// @param retryFirst the initial delay after a failure, and between checks of a snapshot that is not ready
/// @param extraMetadata whether the names of the objects are passed to the driver
/// @param node the only node whose volumes are served; empty for the whole cluster
public record SnapshotterOptions(
        Naming snapshots,
        Naming groups,
        Duration timeout,
        int workers,
        Duration resync,
        Duration retryFirst,
        Duration retryLongest,
        boolean extraMetadata,
        String node) {

    /// How snapshots are named at the driver: a prefix, and a part of the uid.
    ///
    /// @param uuidLength -1 for the whole uid, dashes included
    public record Naming(String prefix, int uuidLength) {

        String of(String uid) {
            if (uuidLength < 0) {
                return prefix + "-" + uid;
            }
            String bare = uid.replace("-", "");
            return prefix + "-" + bare.substring(0, Math.min(uuidLength, bare.length()));
        }
    }
}
