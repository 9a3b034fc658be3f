package dev.stowage.node.volume.call;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Gives a volume to a group.
@FunctionalInterface
public interface Ownership {

    /// @param policy `Always`, `OnRootMismatch`, or empty
    /// @param slow hears how many files were looked at, when it takes long
    void apply(Path root, long group, String policy, LongConsumer slow) throws IOException;
}
