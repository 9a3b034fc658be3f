package dev.stowage.driver.filesystem;

import dev.stowage.driver.exec.CommandFailedException;
import dev.stowage.linux.mount.LogReplayMount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

final class Ext4Tools implements FileSystemTools {
    private static final int SUPERBLOCK = 1024;
    private static final int STATE = 0x3a;
    private static final int INCOMPATIBLE = 0x60;
    private static final int LAST_ORPHAN = 0xe8;
    private static final int CLEAN = 1;
    private static final int NEEDS_RECOVERY = 4;

    /// `metadata_csum_seed` lets a copy change its identity without rewriting all its metadata. No blocks are kept
    /// for root: a volume's owner gets the whole size. Tables are written when they are first used; discarding
    /// would give back the blocks that were reserved for the image.
    @Override
    public void create(Path device) throws IOException {
        FileSystemTools.run(
                "mkfs.ext4",
                "-q",
                "-m",
                "0",
                "-O",
                "metadata_csum_seed",
                "-E",
                "lazy_itable_init=1,lazy_journal_init=1,nodiscard",
                device.toString());
    }

    @Override
    public void grow(Path device, Path mountedAt) throws IOException {
        try {
            FileSystemTools.run("resize2fs", device.toString());
        } catch (CommandFailedException e) {
            if (e.tail().contains("Permission denied to resize")) {
                throw new IOException(
                        "cannot expand the ext4 on " + device + " mounted at " + mountedAt
                                + " online: the kernel requires CAP_SYS_RESOURCE, which this"
                                + " process lacks; grant it, or restart the pods so that the volume is staged again",
                        e);
            }
            throw e;
        }
    }

    @Override
    public void growUnmounted(Path device) throws IOException {
        if (needsRecovery(device)) {
            LogReplayMount.once(device, "ext4", List.of());
        }
        check(device);
        FileSystemTools.run("resize2fs", device.toString());
    }

    @Override
    public void changeUuid(Path device) throws IOException {
        if (needsRecovery(device)) {
            LogReplayMount.once(device, "ext4", List.of());
        }
        try {
            newIdentity(device);
        } catch (CommandFailedException e) {
            // Created by another tool, without its own checksum seed: all checksums change, which requires a
            // check first.
            check(device);
            newIdentity(device);
        }
    }

    private static void newIdentity(Path device) throws IOException {
        FileSystemTools.run("tune2fs", "-U", "random", device.toString());
    }

    private static void check(Path device) throws IOException {
        try {
            FileSystemTools.run("e2fsck", "-f", "-p", device.toString());
        } catch (CommandFailedException e) {
            // Status 1: errors were corrected.
            if (e.status() != 1) {
                throw e;
            }
        }
    }

    private static boolean needsRecovery(Path device) throws IOException {
        try (DeviceReader reader = DeviceReader.open(device)) {
            ByteBuffer superblock = ByteBuffer.wrap(reader.at(SUPERBLOCK, 1024)).order(ByteOrder.LITTLE_ENDIAN);
            return (superblock.getInt(INCOMPATIBLE) & NEEDS_RECOVERY) != 0
                    || (superblock.getShort(STATE) & CLEAN) == 0
                    || superblock.getInt(LAST_ORPHAN) != 0;
        }
    }
}
