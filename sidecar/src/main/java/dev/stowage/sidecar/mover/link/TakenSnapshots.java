package dev.stowage.sidecar.mover.link;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The snapshots that peers took here, with their volumes: a peer needs one before its id is in the status of the
/// move. The oldest are forgotten; by then the status has them. Thread-safe.
final class TakenSnapshots {
    private static final int MOST = 4096;

    private final Map<String, String> volumes = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(String snapshotId, String volumeHandle) {
        if (!snapshotId.isEmpty()) {
            volumes.put(snapshotId, volumeHandle);
        }
    }

    synchronized Optional<String> volumeOf(String snapshotId) {
        return Optional.ofNullable(volumes.get(snapshotId));
    }
}
