package dev.stowage.driver.image;

import dev.stowage.driver.blocks.BlockCopy;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.blocks.BlockSource;
import dev.stowage.driver.blocks.DataExtents;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Copies an image byte by byte, for pools whose file system cannot share blocks. Holes stay holes, zeroes become
/// holes, and the copy is read back and compared by checksum.
final class SparseCopy {

    private SparseCopy() {}

    /// The copy is complete and on disk when this returns. The target is empty before.
    static void copy(Descriptor from, Descriptor to, BlockCopy.Check check) throws CsiException, IOException {
        BlockCopy blocks = new BlockCopy(() -> data(from), check);
        ImageFile.setLength(to, Stat.of(from).size());
        long written;
        try (BlockReader source = new BlockReader(from);
                FileChannel target = FileChannel.open(to.path(), StandardOpenOption.WRITE)) {
            written = blocks.copy(source, (offset, bytes) -> write(target, offset, bytes));
            target.force(true);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("No space left")) {
                throw new CsiException(CsiCode.RESOURCE_EXHAUSTED, "the pool has no space for a copy of " + from, e);
            }
            throw e;
        }
        long found;
        try (BlockReader copy = new BlockReader(to)) {
            found = blocks.checksum(copy);
        }
        if (written != found) {
            throw new IOException("the copy %s differs from %s when read back; check the disk".formatted(to, from));
        }
    }

    /// The parts of an image that are not holes.
    private static BlockSource data(Descriptor image) throws IOException {
        DataExtents extents = DataExtents.of(image, 0);
        return () -> extents.hasNext() ? Optional.of(extents.next().range()) : Optional.empty();
    }

    /// Leaves blocks of zeroes out.
    private static void write(FileChannel target, long offset, ByteBuffer bytes) throws IOException {
        int begin = 0;
        while (begin < bytes.limit()) {
            int end = begin;
            while (end < bytes.limit() && !BlockReader.isZero(block(bytes, end))) {
                end = Math.min(end + BlockReader.BLOCK, bytes.limit());
            }
            ByteBuffer run = bytes.slice(begin, end - begin);
            while (run.hasRemaining()) {
                target.write(run, offset + begin + run.position());
            }
            begin = end + BlockReader.BLOCK;
        }
    }

    private static ByteBuffer block(ByteBuffer bytes, int at) {
        return bytes.slice(at, Math.min(BlockReader.BLOCK, bytes.limit() - at));
    }
}
