package dev.stowage.driver.image;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The runs of an image that hold data. Where the file system has no map, blocks of zeroes hold none.
final class AllocatedBlocks implements BlockSource {

    private final DataRanges data;
    private final ImageBytes bytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(ImageBytes.PORTION);
    private final Deque<BlockRange> found = new ArrayDeque<>();
    private long unread;
    private long unreadEnd;

    AllocatedBlocks(DataRanges data, ImageBytes bytes) {
        this.data = data;
        this.bytes = bytes;
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        while (found.isEmpty()) {
            if (unread < unreadEnd) {
                look();
            } else if (!data.hasNext()) {
                return Optional.empty();
            } else {
                DataRanges.Run run = data.next();
                if (run.physical().isPresent()) {
                    return Optional.of(run.range());
                }
                unread = run.range().offset();
                unreadEnd = run.range().end();
            }
        }
        return Optional.of(found.remove());
    }

    private void look() throws IOException {
        int length = (int) Math.min(ImageBytes.PORTION, unreadEnd - unread);
        bytes.read(unread, buffer.clear().limit(length));
        for (int at = 0; at < length; at += ImageBytes.BLOCK) {
            int block = Math.min(ImageBytes.BLOCK, length - at);
            if (!ImageBytes.isZero(buffer.slice(at, block))) {
                found.add(new BlockRange(unread + at, block));
            }
        }
        unread += length;
    }
}
