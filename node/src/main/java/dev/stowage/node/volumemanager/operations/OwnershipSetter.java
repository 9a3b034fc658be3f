package dev.stowage.node.volumemanager.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Changes the group of a volume.
@FunctionalInterface
public interface OwnershipSetter {

    /// @param policy `Always`, `OnRootMismatch`, or empty
    /// @param slow receives the number of processed files when it takes long
    void apply(Path root, long group, String policy, LongConsumer slow) throws IOException;
}
