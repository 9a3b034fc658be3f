package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.util.Optional;

/// Ranges in ascending order, one after another.
@FunctionalInterface
public interface BlockSource {

    /// Empty at the end.
    Optional<BlockRange> next() throws IOException;
}
