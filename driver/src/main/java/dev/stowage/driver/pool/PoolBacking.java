package dev.stowage.driver.pool;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.util.List;

/// What backs a pool: a directory as it is, a file system in a file, or a volume group; or nothing, while its disk is
/// missing.
sealed interface PoolBacking permits DirectoryBacking, FileBacking, GroupBacking, MissingBacking {

    /// Brings back what an earlier process made.
    void start() throws IOException;

    /// Whether there can be volumes, even if the pool must be mounted first.
    boolean isMade() throws IOException;

    /// Whether it can be used as it is.
    boolean isThere();

    /// Ready for use; created if it does not exist.
    PoolDirectory directory() throws CsiException, IOException;

    /// Where it is or will be; creates nothing.
    PoolDirectory place();

    /// In constant time, whatever the pool contains.
    PoolSpace poolSpace() throws IOException;

    /// Ensures that this much can be stored in total, and this much can be written now.
    void provide(long promised, long now) throws CsiException, IOException;

    /// Called when everything in the pool has been counted.
    void counted(boolean empty) throws IOException;

    /// Whether copies share their blocks; known before anything is made.
    boolean hasReflink();

    List<StorageProblem> problems() throws IOException;

    /// Releases unused devices and mounts.
    void release() throws IOException;
}
