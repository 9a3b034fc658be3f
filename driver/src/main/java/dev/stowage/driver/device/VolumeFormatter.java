package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.filesystem.DiskFormat;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the file system of a new volume, once.
///
/// `formatted` in the record is set before the first mount. Until then only mkfs can have written to the device,
/// and it runs between a durable note and that mark. So a note without the mark means: mkfs was interrupted,
/// and what it left is worth nothing. Without a note, what is not blank was written by another program and is
/// never formatted.
final class VolumeFormatter {

    private static final Logger log = LoggerFactory.getLogger(VolumeFormatter.class);
    private static final String NOTE = "formatting";

    private final VolumeDevices attachments;
    private final Mounts mounts;
    private final CheckpointListener checkpoints;

    VolumeFormatter(VolumeDevices attachments, Mounts mounts, CheckpointListener checkpoints) {
        this.attachments = attachments;
        this.mounts = mounts;
        this.checkpoints = checkpoints;
    }

    /// Called before the device is attached: clears it when mkfs was interrupted.
    void resumeFormatting(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        if (volume.formatted() || volume.block() || !Files.exists(note(pool, volume.id()))) {
            return;
        }
        Optional<VolumeDevice> device = attachments.findOwn(pool, volume.id());
        if (device.isPresent()) {
            DeviceUsers uses = DeviceUsers.of(mounts, device.get());
            if (!uses.none()) {
                throw CsiException.failedPrecondition(
                        "volume %s was never formatted, but is in use at %s; it is left as it is"
                                .formatted(volume.id(), uses.places()));
            }
        }
        log.warn("Formatting of volume {} was interrupted before its first use; formatting it again.", volume.id());
        attachments.clear(pool, volume);
        Files.delete(note(pool, volume.id()));
        Directories.sync(pool.of(volume.id()));
    }

    /// The volume's record, with its file system made.
    VolumeMeta ensure(PoolDirectory pool, VolumeMeta volume, VolumeDevice device) throws CsiException, IOException {
        if (volume.formatted()) {
            return volume;
        }
        FileSystem wanted = FileSystem.of(volume.fsType());
        switch (DiskFormat.of(device.node())) {
            case DiskFormat.Blank _ -> {
                if (attachments.holdsData(pool, volume.id())) {
                    throw refusal(volume.id(), "unknown data");
                }
                make(pool, volume, wanted, device);
            }
            case DiskFormat.Holds(FileSystem found)
            when found == wanted ->
                log.warn("Volume {} already has a {} file system; keeping it.", volume.id(), found.word());
            case DiskFormat.Holds holds -> throw refusal(volume.id(), holds.toString());
            case DiskFormat.Unknown unknown -> throw refusal(volume.id(), unknown.toString());
        }
        // Read again: a growth may have been recorded meanwhile by the controller of a shared pool.
        VolumeMeta formatted = pool.find(volume.id()).orElse(volume).asFormatted();
        pool.write(formatted);
        checkpoints.reached(Checkpoint.FORMAT_RECORDED);
        Files.deleteIfExists(note(pool, volume.id()));
        return formatted;
    }

    private void make(PoolDirectory pool, VolumeMeta volume, FileSystem wanted, VolumeDevice device)
            throws CsiException, IOException {
        Files.createFile(note(pool, volume.id()));
        Directories.sync(pool.of(volume.id()));
        checkpoints.reached(Checkpoint.FORMAT_INTENDED);
        wanted.create(device.node());
        try (Descriptor node = Descriptor.openForReading(device.node())) {
            node.sync();
        }
        attachments.formatted(pool, volume);
        checkpoints.reached(Checkpoint.FORMATTED);
    }

    private static CsiException refusal(VolumeId id, String what) {
        return CsiException.failedPrecondition(
                "volume %s was never formatted by this driver, but its device contains %s; it is neither formatted nor mounted (move the data away, or delete the volume)"
                        .formatted(id, what));
    }

    private static Path note(PoolDirectory pool, VolumeId id) {
        return pool.of(id).resolve(NOTE);
    }
}
