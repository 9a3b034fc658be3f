package dev.stowage.node.volumemanager.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Gives a volume to a group.
@FunctionalInterface
public interface OwnershipSetter {

    /// @param policy `Always`, `OnRootMismatch`, or empty
    /// @param slow hears how many files were looked at, when it takes long
    void apply(Path root, long group, String policy, LongConsumer slow) throws IOException;
}
