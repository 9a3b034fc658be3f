package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;

/// What a backend knows of its pool and the use of its volumes.
public interface PoolPresence {

    /// Fails when the pool is not there.
    void requirePool() throws CsiException, IOException;

    /// @throws CsiException FAILED_PRECONDITION when the volume is in use on this node
    void refuseWhenUsed(VolumeId id) throws CsiException, IOException;
}
