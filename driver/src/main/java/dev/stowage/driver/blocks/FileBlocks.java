package dev.stowage.driver.blocks;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Which blocks of a file hold data, and which differ between two: read off the maps of the files where these prove
/// it, otherwise by reading the bytes. Found while the answer is read, so size costs time but no memory. The files stay
/// open.
public final class FileBlocks {

    private FileBlocks() {}

    public static BlockRanges allocated(Descriptor file, long offset) throws CsiException, IOException {
        long size = Stat.of(file).size();
        long from = BlockListing.start(offset, size);
        BlockReader bytes = new BlockReader(file);
        try {
            return BlockListing.of(size, new AllocatedBlocks(DataExtents.of(file, from), bytes), bytes);
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /// The blocks that are not zero, exactly.
    public static BlockRanges written(Descriptor file) throws IOException {
        long size = Stat.of(file).size();
        BlockReader bytes = new BlockReader(file);
        try {
            return BlockListing.of(size, new Written(DataExtents.of(file, 0), bytes), bytes);
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /// Compares all that the map of a file does not rule out.
    private static final class Written implements BlockSource {

        private final DataExtents data;
        private final BlockReader bytes;
        private ByteBuffer buffer = ByteBuffer.allocate(0);
        private final Deque<BlockRange> found = new ArrayDeque<>();
        private long unread;
        private long end;

        private Written(DataExtents data, BlockReader bytes) {
            this.data = data;
            this.bytes = bytes;
        }

        @Override
        public Optional<BlockRange> next() throws IOException {
            while (found.isEmpty()) {
                if (unread >= end) {
                    if (!data.hasNext()) {
                        return Optional.empty();
                    }
                    BlockRange range = data.next().range();
                    // Extents may be parts of blocks.
                    unread = Math.max(unread, range.offset() / BlockReader.BLOCK * BlockReader.BLOCK);
                    end = range.end();
                } else {
                    read();
                }
            }
            return Optional.of(found.remove());
        }

        private void read() throws IOException {
            int length = (int) Math.min(BlockReader.PORTION, end - unread);
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

    public static BlockRanges changed(Descriptor before, Descriptor after, long offset)
            throws CsiException, IOException {
        long size = Stat.of(after).size();
        long from = BlockListing.start(offset, size);
        BlockReader old = new BlockReader(before);
        BlockReader now = null;
        try {
            now = new BlockReader(after);
            ChangedBlocks changed = new ChangedBlocks(
                    new ExtentCursor(DataExtents.of(before, from)),
                    new ExtentCursor(DataExtents.of(after, from)),
                    new BlockComparison(old, now),
                    from,
                    size);
            return BlockListing.of(size, changed, old, now);
        } catch (IOException | RuntimeException e) {
            old.close();
            if (now != null) {
                now.close();
            }
            throw e;
        }
    }
}
