package dev.stowage.driver.lvm;

import dev.stowage.driver.blocks.BlockComparison;
import dev.stowage.driver.blocks.BlockSource;
import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The blocks that differ within ranges that two volumes do not share: blocks of a thin pool are big, and a workload
/// may have written the same bytes again.
final class ComparedMappings implements BlockSource {

    private final BlockSource mappings;
    private final BlockComparison comparison;
    private final Deque<BlockRange> found = new ArrayDeque<>();
    private long position;
    private long end;

    ComparedMappings(BlockSource mappings, BlockComparison comparison) {
        this.mappings = mappings;
        this.comparison = comparison;
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        while (found.isEmpty()) {
            if (position < end) {
                position = comparison.compare(position, end, found);
            } else {
                Optional<BlockRange> range = mappings.next();
                if (range.isEmpty()) {
                    return Optional.empty();
                }
                position = range.get().offset();
                end = range.get().end();
            }
        }
        return Optional.of(found.remove());
    }
}
