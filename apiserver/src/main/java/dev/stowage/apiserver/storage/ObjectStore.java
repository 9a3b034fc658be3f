package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Stores objects in a file and in memory, with one increasing revision for all of them. Safe for many threads.
///
/// A write that returned is on disk: reads and watches show it only after that.
public interface ObjectStore extends AutoCloseable {

    /// The revision of the newest visible write.
    long revision();

    /// The history up to this revision is compacted.
    long compacted();

    Optional<StoredObject> get(ObjectKey key);

    /// All objects of a resource at one moment, in the order of their keys.
    ///
    /// @param namespace empty for all
    Page list(String resource, String namespace);

    /// A page of the objects at a revision, starting after a key.
    ///
    /// @param revision 0 for the newest
    /// @param after the last key of the previous page; empty for the first page
    /// @param limit the maximum number; 0 for all
    /// @throws RevisionCompactedException if the revision is compacted
    /// @throws FutureRevisionException if the revision is in the future
    Page listAt(String resource, String namespace, long revision, Optional<ObjectKey> after, int limit)
            throws RevisionCompactedException, FutureRevisionException, IOException;

    /// Returns when the write is on disk and visible. After an interrupt it is unknown whether the write was
    /// done.
    ///
    /// @throws IOException if it is not on disk: it stays invisible, unless the machine failed at this moment
    /// @throws ConflictException when the object is in another state than expected
    StoredObject write(ObjectWrite objectWrite) throws ConflictException, IOException, InterruptedException;

    /// All changes of a resource after a revision, without a gap, in order.
    ///
    /// @param namespace empty for all
    StorageWatch watch(String resource, String namespace, long after)
            throws RevisionCompactedException, FutureRevisionException, IOException;

    /// Waits until a revision is visible; false when it was not reached in time.
    boolean await(long revision, Duration patience) throws InterruptedException;

    @Override
    void close() throws IOException;

    /// @param revision of this list
    /// @param remaining the number of objects after the last one, if there was a limit
    record Page(List<StoredObject> entries, long revision, long remaining) {}
}
