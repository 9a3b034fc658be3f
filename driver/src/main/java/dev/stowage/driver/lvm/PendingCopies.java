package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The snapshots of thick volumes that are recorded as incomplete.
final class PendingCopies {

    private PendingCopies() {}

    /// The names of their logical volumes.
    static Set<String> names(PoolDirectory pool) throws IOException {
        Set<String> names = new HashSet<>();
        for (SnapshotId id : pool.snapshotIds()) {
            Optional<SnapshotMeta> found = pool.find(id);
            if (found.isPresent() && !found.get().complete()) {
                names.add(VolumeTags.name(id));
            }
        }
        return names;
    }
}
