package dev.stowage.sidecar.snapshotter;

import java.time.Duration;

/// @param timeout longest that a call of the driver may take
/// @param workers how many snapshots are taken at once, and as many deleted
/// @param resync how often everything is looked at again though nothing changed; zero for never
/// @param retryFirst the pause after a first failure, and between two looks at a snapshot that is not ready
/// @param extraMetadata tell the driver the names of the objects
/// @param node the node whose volumes are looked after; empty for those of the whole cluster
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

    /// How things are called at the driver: what the name begins with, and how much of the uid follows.
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
