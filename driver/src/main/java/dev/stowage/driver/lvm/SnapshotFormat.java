package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether the volume of a snapshot had its file system already: a copy of one that had is never formatted.
final class SnapshotFormat {
    private static final String MARK = "formatted";

    private SnapshotFormat() {}

    /// Comes before the record of the snapshot.
    static void setFormatted(PoolDirectory pool, SnapshotId id) throws IOException {
        Path mark = pool.of(id).resolve(MARK);
        if (!Files.exists(mark)) {
            Files.createFile(mark);
        }
    }

    static boolean isFormatted(PoolDirectory pool, SnapshotId id) {
        return Files.exists(pool.of(id).resolve(MARK));
    }
}
