package dev.stowage.driver.image;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The blocks in which two images differ. Two holes are equal, and so is the same place on the disk; everything
/// else is compared byte by byte.
final class ChangedBlocks implements BlockSource {

    private final ImageCursor before;
    private final ImageCursor after;
    private final long end;
    private final ByteBuffer old = ByteBuffer.allocateDirect(ImageReader.PORTION);
    private final ByteBuffer now = ByteBuffer.allocateDirect(ImageReader.PORTION);
    private final Deque<BlockRange> found = new ArrayDeque<>();
    private long position;

    ChangedBlocks(ImageCursor before, ImageCursor after, long from, long end) {
        this.before = before;
        this.after = after;
        this.position = from;
        this.end = end;
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        while (found.isEmpty() && position < end) {
            long boundary = Math.min(end, Math.min(before.boundaryAfter(position), after.boundaryAfter(position)));
            if (areEqualHere()) {
                position = boundary;
            } else {
                compare((int) Math.min(ImageReader.PORTION, boundary - position));
            }
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

    private void compare(int length) throws IOException {
        before.read(position, old.clear().limit(length));
        after.read(position, now.clear().limit(length));
        for (int at = 0; at < length; at += ImageReader.BLOCK) {
            int block = Math.min(ImageReader.BLOCK, length - at);
            if (old.slice(at, block).mismatch(now.slice(at, block)) >= 0) {
                found.add(new BlockRange(position + at, block));
            }
        }
        position += length;
    }
}
