package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The changes of a resource, for one reader.
public interface StorageWatch extends AutoCloseable {

    /// The next changes, at least one; empty after the timeout.
    ///
    /// @throws SlowWatcherException if the queue of this reader is full; no more changes follow
    /// @throws IOException when history cannot be read, or the watch or the store was closed
    List<ObjectChange> next(Duration patience) throws SlowWatcherException, IOException, InterruptedException;

    /// [#next] has returned all changes of this resource up to this revision.
    long revision();

    @Override
    void close();
}
