package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Objects under revisions that grow over all of them, as a file and in memory. Safe for many threads.
///
/// A write that returned is on disk: reads and watches show it only after that.
public interface ObjectStore extends AutoCloseable {

    /// Of the newest write that can be seen.
    long revision();

    /// The history up to this revision is compacted.
    long compacted();

    Optional<StoredObject> get(ObjectKey key);

    /// All objects of a resource at one moment, in the order of their keys.
    ///
    /// @param namespace empty for all
    Page list(String resource, String namespace);

    /// The same as it was at a revision, from behind a key on.
    ///
    /// @param revision 0 for the newest
    /// @param after where the page before ended; empty for the first
    /// @param limit at most so many; 0 for all
    /// @throws RevisionCompactedException if the revision is compacted
    /// @throws FutureRevisionException if the revision is in the future
    Page listAt(String resource, String namespace, long revision, Optional<ObjectKey> after, int limit)
            throws RevisionCompactedException, FutureRevisionException, IOException;

    /// Returns when the write is on disk and visible. After an interrupt it is unknown whether it
    /// was done.
    ///
    /// @throws IOException if it is not on disk: it stays invisible, unless the machine failed at this moment
    /// @throws ConflictException when the object is in another state than expected
    StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException;

    /// All changes of a resource after a revision, without a gap, in order.
    ///
    /// @param namespace empty for all
    StorageWatch watch(String resource, String namespace, long after)
            throws RevisionCompactedException, FutureRevisionException, IOException;

    /// Waits until a revision can be seen; false when it was not reached in time.
    boolean await(long revision, Duration patience) throws InterruptedException;

    @Override
    void close() throws IOException;

    /// @param revision at which all of them were so
    /// @param remaining how many more there are behind the last, when there was a limit
    record Page(List<StoredObject> entries, long revision, long remaining) {}
}
