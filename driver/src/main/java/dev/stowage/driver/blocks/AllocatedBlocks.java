package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The runs of an image that hold data. Where the file system has no map, blocks of zeroes hold none.
final class AllocatedBlocks implements BlockSource {

    private final DataExtents data;
    private final BlockReader bytes;
    private ByteBuffer buffer = ByteBuffer.allocate(0); // most files have a map, and need none
    private final Deque<BlockRange> found = new ArrayDeque<>();
    private long unread;
    private long unreadEnd;

    AllocatedBlocks(DataExtents data, BlockReader bytes) {
        this.data = data;
        this.bytes = bytes;
    }

    @Override
    public Optional<BlockRange> next() throws IOException {
        while (found.isEmpty()) {
            if (unread < unreadEnd) {
                findNext();
            } else if (!data.hasNext()) {
                return Optional.empty();
            } else {
                DataExtents.DataExtent dataExtent = data.next();
                if (dataExtent.physical().isPresent()) {
                    return Optional.of(dataExtent.range());
                }
                unread = dataExtent.range().offset();
                unreadEnd = dataExtent.range().end();
            }
        }
        return Optional.of(found.remove());
    }

    private void findNext() throws IOException {
        int length = (int) Math.min(BlockReader.PORTION, unreadEnd - unread);
        if (buffer.capacity() < length) {
            buffer = ByteBuffer.allocateDirect(length);
        }
        bytes.read(unread, buffer.clear().limit(length));
        for (int at = 0; at < length; at += BlockReader.BLOCK) {
            int block = Math.min(BlockReader.BLOCK, length - at);
            if (!BlockReader.isZero(buffer.slice(at, block))) {
                found.add(new BlockRange(unread + at, block));
            }
        }
        unread += length;
    }
}
