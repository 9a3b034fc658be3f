package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// Provides the devices of volumes: a backend's part of staging. Callers hold the lock of the volume.
public interface VolumeDevices {

    /// @param made whether this call attached it
    record Attached(VolumeDevice device, boolean made) {}

    /// The device on this machine, whichever node's it is.
    Optional<VolumeDevice> find(PoolDirectory pool, VolumeId id) throws CsiException, IOException;

    /// The device, when this node may use it.
    Optional<VolumeDevice> findOwn(PoolDirectory pool, VolumeId id) throws CsiException, IOException;

    Attached attach(PoolDirectory pool, VolumeMeta volume, boolean readOnly) throws CsiException, IOException;

    /// Detaches when nothing uses it any more.
    void detachUnused(PoolDirectory pool, VolumeId id) throws CsiException, IOException;

    /// Keeps the device attached although no mount shows a user of it, until [#release].
    void keep(VolumeId id);

    void release(VolumeId id);

    /// Resizes the device of a volume that was expanded while attached.
    void follow(PoolDirectory pool, VolumeMeta volume, VolumeDevice device) throws IOException;

    /// Comes before a volume is attached.
    ///
    /// @throws CsiException FAILED_PRECONDITION when its data is missing or not complete
    void requireWhole(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException;

    /// Whether anything but zeroes was written to the volume, as far as the backend can find out.
    boolean holdsData(PoolDirectory pool, VolumeId id) throws IOException;

    /// Makes a volume blank again whose first format was interrupted. It has no users.
    void clear(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException;

    /// Called when a file system was created.
    void formatted(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException;
}
