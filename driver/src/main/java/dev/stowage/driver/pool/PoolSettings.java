package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.sdk.Bytes;
import java.nio.file.Path;

/// What an operator decides about a pool.
///
/// @param name what storage classes call it
/// @param kind how volumes are kept in it
/// @param directory where it lies
/// @param poolSize how big it may become when it is a file of its own
/// @param overcommit how many bytes may be promised for each byte there is
/// @param lowWater free space below which nothing new is made
/// @param thin whether volumes are promised without being reserved
/// @param ownPool whether a pool in a file is made where the directory's file system cannot do what the backend needs
public record PoolSettings(
        String name,
        BackendKind kind,
        Path directory,
        Bytes poolSize,
        double overcommit,
        Bytes lowWater,
        boolean thin,
        boolean ownPool) {

    public PoolSettings {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no name for a pool: use lower-case letters, digits, dashes");
        }
        if (overcommit < 1) {
            throw new IllegalArgumentException("pool " + name + ": overcommit is below 1");
        }
    }
}
