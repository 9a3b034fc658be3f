package dev.stowage.driver.device;

import dev.stowage.driver.filesystem.FileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// How big a file system believes its device to be, from its superblock: cheaper than running its resize tool at
/// every mount.
final class FileSystemSize {

    /// mkfs may leave up to this much unused at the end.
    private static final long WORTH_GROWING = 1 << 20;

    private FileSystemSize() {}

    static boolean isSmallerThan(long deviceSize, Path device, FileSystem kind) throws IOException {
        return deviceSize - of(device, kind) >= WORTH_GROWING;
    }

    static long of(Path device, FileSystem kind) throws IOException {
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
            return switch (kind) {
                case EXT4 -> ext4(read(channel, 1024, 1024).order(ByteOrder.LITTLE_ENDIAN));
                case XFS -> xfs(read(channel, 0, 512));
                case BTRFS ->
                    read(channel, 0x10000, 4096).order(ByteOrder.LITTLE_ENDIAN).getLong(0x70);
            };
        } catch (IOException e) {
            // A disk that fails gives a message without the device.
            throw new IOException("cannot read the superblock of %s: %s".formatted(device, e.getMessage()), e);
        }
    }

    private static long ext4(ByteBuffer superblock) {
        boolean wide = (superblock.getInt(0x60) & 0x80) != 0;
        long low = Integer.toUnsignedLong(superblock.getInt(0x4));
        long high = wide ? Integer.toUnsignedLong(superblock.getInt(0x150)) << 32 : 0;
        return (high | low) << (10 + superblock.getInt(0x18));
    }

    private static long xfs(ByteBuffer superblock) {
        return superblock.getLong(8) * superblock.getInt(4);
    }

    private static ByteBuffer read(FileChannel channel, long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, offset + bytes.position()) < 0) {
                throw new IOException("the device ends before its superblock");
            }
        }
        return bytes.flip();
    }
}
