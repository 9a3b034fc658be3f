package dev.stowage.driver.filesystem;

import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.mount.LogReplayMount;
import dev.stowage.linux.process.EffectiveCapabilities;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

final class Ext4Tools implements FileSystemTools {
    private static final int SUPERBLOCK = 1024;
    private static final int STATE = 0x3a;
    private static final int INCOMPATIBLE = 0x60;
    private static final int LAST_ORPHAN = 0xe8;
    private static final int CLEAN = 1;
    private static final int NEEDS_RECOVERY = 4;

    /// The bigger the volume, the longer the check; a day is more than any takes.
    private static final Duration UNMOUNTED_PATIENCE = Duration.ofDays(1);

    /// `metadata_csum_seed` lets a copy change its identity without rewriting all its metadata. No blocks are
    /// kept for root: a volume's owner gets the whole size. Tables are written when they are first used;
    /// discarding would give back the blocks that were reserved for the image.
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
    public boolean growsMounted() throws IOException {
        return EffectiveCapabilities.has(EffectiveCapabilities.SYS_RESOURCE);
    }

    /// The check replays the journal, and comes first: a resize that was interrupted leaves a file system that
    /// must not be mounted before. Both programs open the device exclusively, so that they cannot meet one that
    /// outlived an earlier process.
    @Override
    public void growUnmounted(Path device, Consumer<String> progress) throws IOException {
        progress.accept("checking it");
        Ext4Check.run(device, UNMOUNTED_PATIENCE, progress);
        progress.accept("resizing it");
        String ignored = CommandRunner.run(UNMOUNTED_PATIENCE, List.of("resize2fs", device.toString()));
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
            Ext4Check.run(device, PATIENCE, _ -> {});
            newIdentity(device);
        }
    }

    private static void newIdentity(Path device) throws IOException {
        FileSystemTools.run("tune2fs", "-U", "random", device.toString());
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
