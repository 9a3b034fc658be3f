package dev.stowage.driver.files;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;

/// How a backend keeps the trees of its volumes, as far as transfers need it. A tree is the directory `data` in that of
/// its volume, which exists before it and is removed after it.
public interface TreeStore {

    /// Fails when the pool is not there.
    void requirePool() throws CsiException, IOException;

    /// Open for reading.
    Descriptor openSnapshot(SnapshotId id) throws CsiException, IOException;

    /// Open for reading, of a volume that is not in use.
    Descriptor openVolume(VolumeId id) throws CsiException, IOException;

    /// What is known of the files that differ between two trees.
    ChangedFiles changed(Descriptor base, Descriptor tree) throws IOException;

    /// Creates an empty tree that has the size of the volume as limit.
    void make(PoolDirectory place, VolumeMeta wanted) throws CsiException, IOException;

    /// Creates a tree with the content of another one.
    ///
    /// @throws CsiException FAILED_PRECONDITION when that cannot be done without copying
    void copy(PoolDirectory from, PoolDirectory to, VolumeMeta wanted) throws CsiException, IOException;

    /// Removes a tree, or what is left of one.
    void remove(PoolDirectory place, VolumeId id) throws CsiException, IOException;

    /// Nothing is left of a copy, also when there was nothing.
    default void removed(VolumeId id) throws IOException {}
}
