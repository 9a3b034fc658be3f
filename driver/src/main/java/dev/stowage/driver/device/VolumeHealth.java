package dev.stowage.driver.device;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How full volumes are, and what is wrong with them.
public final class VolumeHealth {

    private final Mounts mounts;
    private final VolumeDevices attachments;
    private final VolumeMounts volumeMounts;

    public VolumeHealth(Mounts mounts, VolumeDevices attachments) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.volumeMounts = new VolumeMounts(mounts, CheckpointListener.NONE);
    }

    public Usage usage(PoolDirectory pool, VolumeMeta volume, Path path) throws CsiException, IOException {
        Optional<VolumeDevice> device = attachments.find(pool, volume.id());
        Optional<MountPoint> mount = mounts.at(path);
        if (device.isPresent() && volume.block()) {
            long size = BlockDevice.size(device.get().node());
            return new Usage(new Usage.Amount(size, size, 0), Optional.empty());
        }
        if (device.isEmpty()
                || mount.filter(there -> DeviceUsers.isOf(there, device.get())).isEmpty()) {
            throw CsiException.notFound("volume %s is not mounted at %s".formatted(volume.id(), path));
        }
        FileSystems.Stats stats = FileSystems.stats(path);
        Optional<Usage.Amount> inodes = stats.inodes() == 0
                ? Optional.empty()
                : Optional.of(new Usage.Amount(stats.inodes(), stats.usedInodes(), stats.freeInodes()));
        return new Usage(new Usage.Amount(stats.totalBytes(), stats.usedBytes(), stats.availableBytes()), inodes);
    }

    /// Adds what is wrong with the device and the mounts.
    public void check(
            PoolDirectory pool,
            VolumeMeta volume,
            Optional<Path> publishedAt,
            Optional<Path> stagedAt,
            List<HealthProblem> problems)
            throws CsiException, IOException {
        Optional<VolumeDevice> device = attachments.find(pool, volume.id());
        device.ifPresent(found -> readable(volume, found, problems));
        for (Optional<Path> place : List.of(publishedAt, stagedAt)) {
            if (place.isPresent() && !volume.block()) {
                place(volume, device, place.get(), problems);
            }
        }
        if (publishedAt.isPresent() && volume.block()) {
            raw(volume, device, publishedAt.get(), problems);
        }
    }

    private static void readable(VolumeMeta volume, VolumeDevice device, List<HealthProblem> problems) {
        try {
            BlockDevice.checkReadable(device.node());
        } catch (IOException e) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceFails",
                    "Cannot read device %s of volume %s (%s); check the disk of the pool."
                            .formatted(device.node(), volume.id(), String.valueOf(e.getMessage())));
        }
    }

    private void place(VolumeMeta volume, Optional<VolumeDevice> device, Path path, List<HealthProblem> problems)
            throws IOException {
        Optional<MountPoint> mount = mounts.at(path);
        if (mount.isEmpty()) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "NotMounted",
                    "Volume %s is not mounted at %s.".formatted(volume.id(), path));
        } else if (device.isEmpty()) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceDetached",
                    "The device under %s no longer belongs to volume %s; stop the pods that use it and publish it again."
                            .formatted(path, volume.id()));
        } else if (!DeviceUsers.isOf(mount.get(), device.get())) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "SomethingElseMounted",
                    "The mount at %s is not volume %s.".formatted(path, volume.id()));
        } else {
            // A read-only mount was requested; a read-only file system was not.
            boolean meant = mount.get().options().contains("ro");
            volumeMounts
                    .defect(mount.get(), meant)
                    .ifPresent(defect -> add(
                            problems,
                            Kind.DEGRADED,
                            "FileSystemFailed",
                            "The file system of volume %s at %s %s after an error; check the kernel log and stop the pods that use it: it is then mounted again."
                                    .formatted(volume.id(), path, defect)));
        }
    }

    private void raw(VolumeMeta volume, Optional<VolumeDevice> device, Path path, List<HealthProblem> problems)
            throws IOException {
        Optional<MountPoint> mount = mounts.at(path);
        if (mount.isEmpty() || device.isEmpty() || !DeviceUsers.isNodeOf(mount.get(), device.get())) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceDetached",
                    "%s is no longer the device of volume %s; stop the pods that use it and publish it again."
                            .formatted(path, volume.id()));
        }
    }

    /// Adds a problem once.
    public static void add(List<HealthProblem> problems, Kind kind, String reason, String message) {
        boolean known = problems.stream()
                .anyMatch(one -> one.kind() == kind && one.reason().equals(reason));
        if (!known) {
            problems.add(new HealthProblem(kind, reason, message));
        }
    }
}
