package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// Provides the pool. A pool in a file is created and mounted at the first call.
@FunctionalInterface
public interface PoolSource {

    PoolDirectory directory() throws CsiException, IOException;

    /// Whether [#directory()] returns without creating anything.
    default boolean isMade() {
        return true;
    }

    /// Gives back the space that was reserved for a snapshot which could not be completed.
    default void unreserve(Bytes size) {}

    static PoolSource at(PoolDirectory folder) {
        return () -> folder;
    }
}
