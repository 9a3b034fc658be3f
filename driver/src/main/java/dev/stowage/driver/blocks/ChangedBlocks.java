package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The blocks in which two images differ. Two holes are equal, and so is the same place on the disk; everything
/// else is compared byte by byte.
final class ChangedBlocks implements BlockSource {

    private final ExtentCursor before;
    private final ExtentCursor after;
    private final BlockComparison comparison;
    private final long end;
    private final Deque<BlockRange> found = new ArrayDeque<>();
    private long position;

    ChangedBlocks(ExtentCursor before, ExtentCursor after, BlockComparison comparison, long from, long end) {
        this.before = before;
        this.after = after;
        this.comparison = comparison;
        this.position = from;
        this.end = end;
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        while (found.isEmpty() && position < end) {
            long boundary = Math.min(end, Math.min(before.boundaryAfter(position), after.boundaryAfter(position)));
            position = areEqualHere() ? boundary : comparison.compare(position, boundary, found);
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found.remove());
    }

    private boolean areEqualHere() throws IOException {
        if (!before.holdsDataAt(position) && !after.holdsDataAt(position)) {
            return true;
        }
        Optional<Long> place = before.physicalAt(position);
        return place.isPresent() && place.equals(after.physicalAt(position));
    }
}
