package dev.stowage.driver.image;

import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// Copies an image byte by byte, for pools whose file system cannot share blocks. Holes stay holes, zeroes become
/// holes, and the copy is read back and compared by checksum.
final class SparseCopy {

    private SparseCopy() {}

    /// Called before every chunk; stops the copy by throwing.
    @FunctionalInterface
    interface Check {
        void stillWanted() throws CsiException, IOException;
    }

    /// The copy is complete and on disk when this returns. The target is empty before.
    static void copy(Descriptor from, Descriptor to, Check check) throws CsiException, IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BlockReader.PORTION);
        ImageFile.setLength(to, Stat.of(from).size());
        CRC32C written = new CRC32C();
        CRC32C found = new CRC32C();
        try (BlockReader source = new BlockReader(from);
                FileChannel target = FileChannel.open(to.path(), StandardOpenOption.WRITE)) {
            walk(from, check, buffer, source, (offset, bytes) -> {
                written.update(bytes.duplicate());
                write(target, offset, bytes);
            });
            target.force(true);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("No space left")) {
                throw new CsiException(CsiCode.RESOURCE_EXHAUSTED, "the pool has no space for a copy of " + from, e);
            }
            throw e;
        }
        try (BlockReader copy = new BlockReader(to)) {
            walk(from, check, buffer, copy, (_, bytes) -> found.update(bytes));
        }
        if (written.getValue() != found.getValue()) {
            throw new IOException("the copy %s differs from %s when read back; check the disk".formatted(to, from));
        }
    }

    @FunctionalInterface
    private interface Portion {
        void at(long offset, ByteBuffer bytes) throws IOException;
    }

    /// Reads those parts of an image that are data in `map`.
    private static void walk(Descriptor map, Check check, ByteBuffer buffer, BlockReader bytes, Portion portion)
            throws CsiException, IOException {
        DataExtents data = DataExtents.of(map, 0);
        while (data.hasNext()) {
            BlockRange range = data.next().range();
            for (long at = range.offset(); at < range.end(); at += BlockReader.PORTION) {
                check.stillWanted();
                buffer.clear().limit((int) Math.min(BlockReader.PORTION, range.end() - at));
                bytes.read(at, buffer);
                portion.at(at, buffer.flip());
            }
        }
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
