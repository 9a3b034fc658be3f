package dev.stowage.driver.device;

import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.MountFlag;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The mount of a volume's file system at its staging path.
final class VolumeMounts {

    private static final Logger log = LoggerFactory.getLogger(VolumeMounts.class);

    private final Mounts mounts;
    private final CheckpointListener checkpoints;

    VolumeMounts(Mounts mounts, CheckpointListener checkpoints) {
        this.mounts = mounts;
        this.checkpoints = checkpoints;
    }

    /// Whether the volume is mounted there and works. One that is broken and has no other user is unmounted, so
    /// that it can be mounted again; its log brings it back to a consistent state.
    boolean isStaged(VolumeId id, VolumeDevice device, Path path, boolean readOnly) throws CsiException, IOException {
        Optional<MountPoint> there = mounts.at(path);
        if (there.isEmpty()) {
            return false;
        }
        if (!DeviceUsers.isOf(there.get(), device)) {
            throw CsiException.failedPrecondition(
                    "%2$s is already used by a mount that is not volume %1$s; it is left as it is".formatted(id, path));
        }
        Optional<String> defect = defect(there.get(), readOnly);
        if (defect.isEmpty()) {
            return true;
        }
        List<MountPoint> others = DeviceUsers.of(mounts, device).mounted().stream()
                .filter(mount -> mount.id() != there.get().id())
                .toList();
        if (!others.isEmpty()) {
            throw CsiException.failedPrecondition(
                    "the file system of volume %s %s and is in use at %s; stop the pods that use it, then it is mounted again"
                            .formatted(
                                    id,
                                    defect.get(),
                                    others.stream().map(MountPoint::target).toList()));
        }
        log.warn("The file system of volume {} {}; remounting it.", id, defect.get());
        unmount(id, device, path);
        return false;
    }

    /// What is wrong with a mount, if anything.
    Optional<String> defect(MountPoint mount, boolean readOnly) throws IOException {
        if (readOnly) {
            return Optional.empty();
        }
        if (mount.superOptions().contains("ro")) {
            return Optional.of("has become read-only");
        }
        if (mount.options().contains("ro")) {
            return Optional.of("is mounted read-only");
        }
        try {
            // Fails when the file system was shut down after an error; costs nothing when there is nothing to
            // write.
            Directories.sync(mount.target());
            return Optional.empty();
        } catch (UncertainOutcomeException e) {
            throw e;
        } catch (LinuxException e) {
            return Optional.of("no longer works (" + e.errno().text() + ")");
        }
    }

    void mount(
            VolumeId id,
            FileSystem kind,
            VolumeDevice device,
            Path path,
            VolumeCapability.Use.FileSystem use,
            boolean readOnly)
            throws CsiException, IOException {
        List<String> words = new ArrayList<>(kind.mountOptions());
        if (kind == FileSystem.EXT4) {
            // The others stop by themselves; going on after an error makes it worse.
            words.add("errors=remount-ro");
        }
        words.addAll(use.mountFlags());
        if (readOnly) {
            words.add("ro");
        }
        MountOptions options = MountOptions.parse(words);
        if (options.flags().contains(MountFlag.REMOUNT)) {
            throw CsiException.invalidArgument("mount flag \"remount\" is not supported for volume " + id);
        }
        Directories.ensure(path);
        try {
            mounts.mount(device.node().toString(), path, kind.word(), options.flags(), options.data());
        } catch (UncertainOutcomeException e) {
            throw e;
        } catch (LinuxException e) {
            throw refusal(id, use, e);
        }
        checkpoints.reached(Checkpoint.MOUNTED);
    }

    private static CsiException refusal(VolumeId id, VolumeCapability.Use.FileSystem use, LinuxException e) {
        return switch (e.errno()) {
            case EINVAL -> use.mountFlags().isEmpty() ? damaged(id, e) : wrongFlags(id, use, e);
            case EUCLEAN, EBADMSG -> damaged(id, e);
            case EBUSY ->
                new CsiException(CsiCode.ABORTED, "volume %s is busy: %s; try again".formatted(id, e.getMessage()), e);
            case ELOOP -> new CsiException(CsiCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
            default ->
                new CsiException(CsiCode.INTERNAL, "cannot mount volume %s: %s".formatted(id, e.getMessage()), e);
        };
    }

    private static CsiException wrongFlags(VolumeId id, VolumeCapability.Use.FileSystem use, LinuxException e) {
        return new CsiException(
                CsiCode.INVALID_ARGUMENT,
                "cannot mount volume %s: check the mount flags %s: %s".formatted(id, use.mountFlags(), e.getMessage()),
                e);
    }

    /// With the error texts of mount(8), which users search for.
    private static CsiException damaged(VolumeId id, LinuxException e) {
        return new CsiException(
                CsiCode.INTERNAL,
                "cannot mount volume %s (wrong fs type, bad option, bad superblock, or damage; the kernel log says"
                                .formatted(id)
                        + " more): " + e.getMessage(),
                e);
    }

    /// Unmounts only the mounts of this device that are stacked at the path.
    void unmount(VolumeId id, VolumeDevice device, Path path) throws CsiException, IOException {
        while (mounts.at(path).filter(there -> DeviceUsers.isOf(there, device)).isPresent()) {
            try {
                mounts.unmount(path);
            } catch (LinuxException e) {
                if (e.errno() != Errno.EBUSY) {
                    throw e;
                }
                throw new CsiException(
                        CsiCode.FAILED_PRECONDITION,
                        "volume %s is in use at %s: a process has a file open; stop it and try again"
                                .formatted(id, path),
                        e);
            }
        }
    }
}
