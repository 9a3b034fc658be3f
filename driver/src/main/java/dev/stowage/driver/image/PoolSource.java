package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// Where the pool is. A pool of its own is made and mounted when it is first asked for.
@FunctionalInterface
public interface PoolSource {

    PoolDirectory folder() throws CsiException, IOException;

    /// Whether [#folder()] answers without making anything.
    default boolean isMade() {
        return true;
    }

    static PoolSource at(PoolDirectory folder) {
        return () -> folder;
    }
}
