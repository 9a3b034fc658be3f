package dev.stowage.driver.lvm;

import dev.stowage.driver.blocks.BlockCopy;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.blocks.BlockSource;
import dev.stowage.driver.device.CopyLostException;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Copies a device byte by byte onto one that is as big at least. Its extents may hold data of deleted volumes, so
/// zeroes are written, too. The copy is read back and compared by checksum.
final class DeviceCopy {

    /// So often what was written is brought to the disk: the memory of the node must not fill with it.
    private static final long SYNC_EVERY = 256L << 20;

    private DeviceCopy() {}

    /// The copy is complete and on disk when this returns.
    static void copy(Descriptor from, Path to, BlockCopy.Check check) throws CsiException, IOException {
        long size = BlockDevice.size(from);
        BlockCopy blocks = new BlockCopy(() -> whole(size), check);
        long read;
        try (BlockReader source = new BlockReader(from);
                Target target = new Target(to)) {
            read = blocks.copy(source, target);
            target.sync();
        }
        // Opened again: with its last user the kernel forgot what it had in memory of the device.
        long found;
        try (Descriptor node = Descriptor.openForReading(to);
                BlockReader copy = new BlockReader(node)) {
            found = blocks.checksum(copy);
        }
        if (read != found) {
            throw new CopyLostException(
                    "the copy %s differs from %s when read back; check the disk".formatted(to, from));
        }
    }

    /// All of a device.
    static BlockSource whole(long size) {
        Iterator<BlockRange> once = List.of(new BlockRange(0, size)).iterator();
        return () -> once.hasNext() ? Optional.of(once.next()) : Optional.empty();
    }

    private static final class Target implements BlockCopy.Target, AutoCloseable {

        private final Descriptor node;
        private final FileChannel channel;
        private long unsynced;

        Target(Path path) throws IOException {
            this.node = Descriptor.openForWriting(path);
            try {
                this.channel = FileChannel.open(node.path(), StandardOpenOption.WRITE);
            } catch (IOException | RuntimeException e) {
                node.close();
                throw e;
            }
        }

        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            if (isZero(bytes)) {
                BlockDevice.zeroOut(node, offset, length);
            } else {
                while (bytes.hasRemaining()) {
                    channel.write(bytes, offset + bytes.position());
                }
            }
            unsynced += length;
            if (unsynced >= SYNC_EVERY) {
                sync();
                unsynced = 0;
            }
        }

        private static boolean isZero(ByteBuffer bytes) {
            for (int at = 0; at < bytes.limit(); at += BlockReader.BLOCK) {
                int length = Math.min(BlockReader.BLOCK, bytes.limit() - at);
                if (!BlockReader.isZero(bytes.slice(at, length))) {
                    return false;
                }
            }
            return true;
        }

        void sync() throws IOException {
            node.sync();
        }

        @Override
        public void close() throws IOException {
            try (node) {
                channel.close();
            }
        }
    }
}
