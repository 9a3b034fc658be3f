package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.VolumeDevices.Attached;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Stages volumes on this node: attaches the device and mounts its file system once.
public final class VolumeStager {

    private final VolumeDevices attachments;
    private final VolumeFormatter volumeFormatter;
    private final UuidRenewal uuidRenewal;
    private final VolumeMounts volumeMounts;
    private final GrowingMount growingMount;
    private final UnmountedGrowth unmountedGrowth;
    private final StagedDeviceNode stagedDeviceNode;
    private final CheckpointListener checkpoints;

    public VolumeStager(
            Mounts mounts, VolumeDevices attachments, UnmountedGrowth unmountedGrowth, CheckpointListener checkpoints) {
        this.attachments = attachments;
        this.volumeFormatter = new VolumeFormatter(attachments, mounts, checkpoints);
        this.uuidRenewal = new UuidRenewal(mounts);
        this.volumeMounts = new VolumeMounts(mounts, checkpoints);
        this.growingMount = new GrowingMount(mounts, volumeMounts, unmountedGrowth);
        this.unmountedGrowth = unmountedGrowth;
        this.stagedDeviceNode = new StagedDeviceNode(mounts, checkpoints);
        this.checkpoints = checkpoints;
    }

    public void stage(PoolDirectory pool, VolumeMeta volume, Path path, VolumeCapability capability)
            throws CsiException, IOException {
        checkUse(volume, capability);
        attachments.requireWhole(pool, volume);
        volumeFormatter.resumeFormatting(pool, volume);
        boolean readOnly = capability.mode() == AccessMode.MULTI_NODE_READER_ONLY;
        VolumeMeta prepared = readOnly ? prepareForReaders(pool, volume) : volume;
        Attached attached = attachments.attach(pool, prepared, readOnly);
        try {
            place(pool, prepared, attached.device(), path, capability);
        } catch (UncertainOutcomeException e) {
            throw e; // the kernel may be mounting it still
        } catch (CsiException | IOException | RuntimeException e) {
            undo(pool, volume.id(), attached, e);
            throw e;
        }
    }

    private void undo(PoolDirectory pool, VolumeId id, Attached attached, Exception cause) {
        if (attached.made()) {
            try {
                attachments.detachUnused(pool, id);
            } catch (CsiException | IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    private void place(
            PoolDirectory pool, VolumeMeta volume, VolumeDevice device, Path path, VolumeCapability capability)
            throws CsiException, IOException {
        attachments.follow(pool, volume, device);
        switch (capability.use()) {
            case VolumeCapability.Use.Block _ -> stagedDeviceNode.bind(volume.id(), device, path);
            case VolumeCapability.Use.FileSystem use -> {
                if (volumeMounts.isStaged(
                        volume.id(), device, path, capability.mode().isReadOnly())) {
                    growingMount.growStaged(volume, device, path);
                    return;
                }
                VolumeMeta formatted = device.readOnly() ? volume : volumeFormatter.ensure(pool, volume, device);
                if (!device.readOnly()) {
                    uuidRenewal.renewOnce(pool, formatted, FileSystem.of(volume.fsType()), device);
                }
                growingMount.mount(
                        pool, formatted, device, path, use, capability.mode().isReadOnly());
            }
        }
    }

    /// Many nodes may have the volume for reading, each with a read-only device; what must be written before
    /// that (a new file system, a new UUID, the log of an unclean unmount) is written first, while no other
    /// process has it.
    private VolumeMeta prepareForReaders(PoolDirectory pool, VolumeMeta volume) throws CsiException, IOException {
        VolumeId id = volume.id();
        boolean isIncomplete = uuidRenewal.isNeeded(pool, id) || unmountedGrowth.isIncomplete(pool, id);
        if (volume.block() || (volume.formatted() && !isIncomplete)) {
            return volume;
        }
        Attached attached = attachments.attach(pool, volume, false);
        try {
            VolumeMeta formatted = volumeFormatter.ensure(pool, volume, attached.device());
            FileSystem kind = FileSystem.of(volume.fsType());
            uuidRenewal.renewOnce(pool, formatted, kind, attached.device());
            if (unmountedGrowth.isIncomplete(pool, id)) {
                unmountedGrowth.complete(pool, id, kind, attached.device());
            }
            return formatted;
        } finally {
            attachments.detachUnused(pool, id);
        }
    }

    /// The file system is unmounted first: until then the staging path shows the user's files.
    public void unstage(PoolDirectory pool, VolumeId id, Path path) throws CsiException, IOException {
        Optional<VolumeDevice> device = attachments.find(pool, id);
        if (device.isPresent()) {
            volumeMounts.unmount(id, device.get(), path);
            checkpoints.reached(Checkpoint.UNMOUNTED);
        }
        stagedDeviceNode.release(pool, id, path);
        attachments.detachUnused(pool, id);
    }

    public static void checkUse(VolumeMeta volume, VolumeCapability capability) throws CsiException {
        if (capability.isBlock() != volume.block()) {
            throw CsiException.invalidArgument("volume %s is a %s and cannot be used as a %s"
                    .formatted(
                            volume.id(),
                            volume.block() ? "raw device" : "file system",
                            volume.block() ? "file system" : "raw device"));
        }
        if (capability.use() instanceof VolumeCapability.Use.FileSystem use
                && !use.fsType().isEmpty()
                && !use.fsType().equals(volume.fsType())) {
            throw CsiException.invalidArgument("volume %s has %s, not %s; its file system cannot be changed"
                    .formatted(volume.id(), volume.fsType(), use.fsType()));
        }
    }
}
