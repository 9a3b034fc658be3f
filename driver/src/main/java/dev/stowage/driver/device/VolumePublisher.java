package dev.stowage.driver.device;

import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.MountGroup;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Publishes volumes at the target paths of workloads.
public final class VolumePublisher {

    private final Mounts mounts;
    private final VolumeDevices attachments;
    private final VolumeStager staged;
    private final Path privateStaging;
    private final CheckpointListener checkpoints;

    /// @param privateStaging where volumes are staged that the orchestrator does not stage
    public VolumePublisher(
            Mounts mounts,
            VolumeDevices attachments,
            VolumeStager staged,
            Path privateStaging,
            CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.staged = staged;
        this.privateStaging = privateStaging;
        this.checkpoints = checkpoints;
    }

    public void publish(PoolDirectory pool, VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        refuseLink(wanted.target());
        Path staging =
                wanted.stagedAt().orElse(privateStaging.resolve(volume.id().value()));
        Optional<MountPoint> before = mounts.at(wanted.target());
        // Usually staged already; refuses a file system that failed while in use.
        staged.stage(pool, volume, staging, wanted.capability());
        VolumeDevice device = attachments
                .findOwn(pool, volume.id())
                .orElseThrow(() -> new IOException("the device of volume " + volume.id() + " disappeared"));
        if (before.isPresent()) {
            checkThere(volume, device, before.get(), wanted);
            return;
        }
        boolean made = makeTarget(volume, wanted.target());
        checkpoints.reached(Checkpoint.TARGET_MADE);
        try {
            switch (wanted.capability().use()) {
                case VolumeCapability.Use.Block _ -> bindNode(volume, device, wanted);
                case VolumeCapability.Use.FileSystem use -> bindFileSystem(volume, device, staging, use, wanted);
            }
        } catch (UncertainOutcomeException e) {
            throw e;
        } catch (CsiException | IOException | RuntimeException e) {
            if (made) {
                undo(wanted.target(), e);
            }
            throw e;
        }
        checkpoints.reached(Checkpoint.BOUND);
    }

    private void undo(Path target, Exception cause) {
        try {
            mounts.release(target);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private void bindFileSystem(
            VolumeMeta volume,
            VolumeDevice device,
            Path staging,
            VolumeCapability.Use.FileSystem use,
            Publication wanted)
            throws CsiException, IOException {
        if (!use.mountGroup().isEmpty()
                && mounts.at(staging).filter(mount -> !mount.readOnly()).isPresent()) {
            try (Descriptor root = Descriptor.openDirectory(staging)) {
                MountGroup.give(root, MountGroup.of(use.mountGroup()).orElseThrow());
            }
        }
        mounts.bind(staging, wanted.target(), wanted.readOnly());
        if (mounts.at(wanted.target())
                .filter(mount -> DeviceUsers.isOf(mount, device))
                .isEmpty()) {
            // The staging path was unmounted in the meantime; a workload must not write to the node's own disk.
            mounts.unmount(wanted.target());
            throw CsiException.aborted("volume %s was unstaged while it was being published".formatted(volume.id()));
        }
    }

    /// The mount of a device node cannot forbid writing; only the device itself can, for all its users at once.
    private void bindNode(VolumeMeta volume, VolumeDevice device, Publication wanted) throws CsiException, IOException {
        List<Path> others = DeviceUsers.of(mounts, device).bound().stream()
                .map(MountPoint::target)
                .filter(target -> !target.endsWith(StagedDeviceNode.NAME))
                .toList();
        boolean isReadOnly = isReadOnly(device);
        if (!others.isEmpty() && isReadOnly != wanted.readOnly()) {
            throw CsiException.failedPrecondition(
                    "volume %s is already published %s at %s; all users of a raw device share its access mode"
                            .formatted(volume.id(), isReadOnly ? "read-only" : "writable", others));
        }
        if (isReadOnly != wanted.readOnly() && !device.readOnly()) {
            try (Descriptor node = Descriptor.openForReading(device.node())) {
                BlockDevice.setReadOnly(node, wanted.readOnly());
            }
        }
        mounts.bind(device.node(), wanted.target(), wanted.readOnly());
    }

    private static boolean isReadOnly(VolumeDevice device) throws IOException {
        return Files.readString(device.sysfs().resolve("ro")).strip().equals("1");
    }

    private static void refuseLink(Path target) throws CsiException, IOException {
        if (Stat.find(target).filter(Stat::isSymbolicLink).isPresent()) {
            throw CsiException.invalidArgument(
                    "the target %s is a symbolic link, which is not followed; remove it".formatted(target));
        }
    }

    private void checkThere(VolumeMeta volume, VolumeDevice device, MountPoint there, Publication wanted)
            throws CsiException {
        boolean same = volume.block()
                ? DeviceUsers.isNodeOf(there, device)
                : DeviceUsers.isOf(there, device) && there.root().equals("/");
        if (!same) {
            throw CsiException.failedPrecondition(
                    "%2$s is already used by a mount that is not volume %1$s; it is left as it is"
                            .formatted(volume.id(), wanted.target()));
        }
        if (there.options().contains("ro") != wanted.readOnly()
                && !there.superOptions().contains("ro")) {
            throw CsiException.alreadyExists("volume %s is already published at %s, but %s"
                    .formatted(volume.id(), wanted.target(), wanted.readOnly() ? "writable" : "read-only"));
        }
    }

    /// Returns whether it was created.
    private static boolean makeTarget(VolumeMeta volume, Path target) throws CsiException, IOException {
        Optional<Stat> there = Stat.find(target);
        if (there.isPresent()) {
            boolean fits =
                    volume.block() ? there.get().isRegularFile() : there.get().isDirectory();
            if (!fits) {
                throw CsiException.invalidArgument("target %s must be a %s for volume %s"
                        .formatted(target, volume.block() ? "file" : "directory", volume.id()));
            }
            return false;
        }
        if (volume.block()) {
            Files.createFile(target);
        } else {
            Directories.ensure(target);
        }
        return true;
    }

    /// The device of a volume that this node uses.
    public Optional<DeviceNumber> device(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        return attachments.findOwn(pool, id).map(device -> new DeviceNumber(device.major(), device.minor()));
    }

    public void unpublish(PoolDirectory pool, VolumeId id, Path target) throws CsiException, IOException {
        try {
            mounts.release(target);
        } catch (UncertainOutcomeException e) {
            throw e;
        } catch (LinuxException e) {
            if (e.errno() != Errno.EBUSY && e.errno() != Errno.ENOTEMPTY && e.errno() != Errno.ELOOP) {
                throw e;
            }
            throw new CsiException(
                    CsiCode.FAILED_PRECONDITION,
                    "cannot unpublish volume %s from %s: %s".formatted(id, target, e.getMessage()),
                    e);
        }
        checkpoints.reached(Checkpoint.UNBOUND);
        Path own = privateStaging.resolve(id.value());
        // The root of a broken file system cannot be read; the mount table knows it still.
        if ((mounts.at(own).isPresent() || Files.exists(own)) && isOnlyUse(pool, id)) {
            staged.unstage(pool, id, own);
            mounts.release(own);
        }
        attachments.detachUnused(pool, id);
    }

    private boolean isOnlyUse(PoolDirectory pool, VolumeId id) throws CsiException, IOException {
        Optional<VolumeDevice> device = attachments.find(pool, id);
        if (device.isEmpty()) {
            return true;
        }
        DeviceUsers uses = DeviceUsers.of(mounts, device.get());
        Path canonical = privateStaging.toRealPath().resolve(id.value());
        return java.util.stream.Stream.concat(uses.mounted().stream(), uses.bound().stream())
                .allMatch(mount -> mount.target().startsWith(canonical));
    }
}
