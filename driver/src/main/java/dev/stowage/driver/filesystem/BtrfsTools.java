package dev.stowage.driver.filesystem;

import dev.stowage.linux.mount.LogReplayMount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

final class BtrfsTools implements FileSystemTools {
    private static final int SUPERBLOCK = 0x10000;
    private static final int LOG_ROOT = 0x60;

    /// `-K`: discarding would free the blocks that are reserved for the image.
    @Override
    public void create(Path device) throws IOException {
        FileSystemTools.run("mkfs.btrfs", "-q", "-K", device.toString());
    }

    @Override
    public void grow(Path device, Path mountedAt) throws IOException {
        FileSystemTools.run("btrfs", "filesystem", "resize", "max", mountedAt.toString());
    }

    /// `-m` changes the superblock only, whatever the volume holds. With a log present it would leave a file
    /// system that no longer mounts, as the log then belongs to a generation that never was; so the log is
    /// replayed first. Beside a mounted original that takes Linux 6.7; an older kernel refuses, and nothing is
    /// changed.
    @Override
    public void changeUuid(Path device) throws IOException {
        if (hasLog(device)) {
            LogReplayMount.once(device, "btrfs", List.of());
        }
        if (hasLog(device)) {
            throw new IOException("the log of " + device + " still exists after a mount; its UUID is not changed");
        }
        FileSystemTools.run("btrfstune", "-f", "-m", device.toString());
    }

    private static boolean hasLog(Path device) throws IOException {
        try (DeviceReader reader = DeviceReader.open(device)) {
            byte[] superblock = reader.at(SUPERBLOCK, 4096);
            return ByteBuffer.wrap(superblock).order(ByteOrder.LITTLE_ENDIAN).getLong(LOG_ROOT) != 0;
        }
    }
}
