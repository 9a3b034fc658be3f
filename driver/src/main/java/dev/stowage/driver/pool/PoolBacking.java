package dev.stowage.driver.pool;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.util.List;

/// What a pool stands on: a directory as it is, or a file system in a file of its own.
sealed interface PoolBacking permits DirectoryBacking, FileBacking {

    /// Brings back what an earlier process made.
    void start() throws IOException;

    /// Whether anything can lie there, be it that it must be mounted first.
    boolean isMade() throws IOException;

    /// Whether it can be used as it is.
    boolean isThere();

    /// Ready for use; made when it is not there.
    PoolDirectory folder() throws CsiException, IOException;

    /// Where it lies or will lie; makes nothing.
    PoolDirectory place();

    /// In a time that does not depend on what lies there.
    PoolSpace poolSpace() throws IOException;

    /// Sees to it that so much can be kept in all, and so much be written now.
    void provide(long promised, long now) throws CsiException, IOException;

    /// Called when everything that lies there has been counted.
    void counted(boolean empty) throws IOException;

    /// Whether copies share their blocks; known before anything is made.
    boolean hasReflink();

    List<StorageProblem> problems() throws IOException;

    /// Lets go of devices and mounts that nothing uses.
    void release() throws IOException;
}
