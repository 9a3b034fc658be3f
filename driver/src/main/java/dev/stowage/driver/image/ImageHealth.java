package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How full volumes are, and what is wrong with them.
final class ImageHealth {

    /// Below that a pool counts as full: file systems need space to change anything.
    private static final long FULL_BELOW = 4L << 20;

    private final Mounts mounts;
    private final LoopAttachments attachments;
    private final VolumeMounts volumeMounts;

    ImageHealth(Mounts mounts, LoopAttachments attachments) {
        this.mounts = mounts;
        this.attachments = attachments;
        this.volumeMounts = new VolumeMounts(mounts, CheckpointListener.NONE);
    }

    Usage usage(PoolDirectory pool, VolumeMeta volume, Path path) throws CsiException, IOException {
        Optional<LoopDevice> device = attachments.find(pool, volume.id());
        Optional<MountPoint> mount = mounts.at(path);
        if (device.isPresent() && volume.block()) {
            long size = BlockDevice.size(device.get().node());
            return new Usage(new Usage.Amount(size, size, 0), Optional.empty());
        }
        if (device.isEmpty()
                || mount.filter(there -> LoopDeviceUsers.isOf(there, device.get()))
                        .isEmpty()) {
            throw CsiException.notFound("volume %s is not mounted at %s".formatted(volume.id(), path));
        }
        FileSystems.Stats stats = FileSystems.stats(path);
        Optional<Usage.Amount> inodes = stats.inodes() == 0
                ? Optional.empty()
                : Optional.of(new Usage.Amount(stats.inodes(), stats.usedInodes(), stats.freeInodes()));
        return new Usage(new Usage.Amount(stats.totalBytes(), stats.usedBytes(), stats.availableBytes()), inodes);
    }

    List<HealthProblem> health(
            PoolDirectory pool, VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        List<HealthProblem> problems = new ArrayList<>();
        image(pool, volume, problems);
        Optional<LoopDevice> device = attachments.find(pool, volume.id());
        device.ifPresent(found -> readable(volume, found, problems));
        for (Optional<Path> place : List.of(publishedAt, stagedAt)) {
            if (place.isPresent() && !volume.block()) {
                place(volume, device, place.get(), problems);
            }
        }
        if (publishedAt.isPresent() && volume.block()) {
            raw(volume, device, publishedAt.get(), problems);
        }
        if (FileSystems.free(pool.root()) < FULL_BELOW) {
            add(problems, Kind.DEGRADED, "PoolFull", "The pool at %s is full; free some space.".formatted(pool.root()));
        }
        return problems;
    }

    private static void image(PoolDirectory pool, VolumeMeta volume, List<HealthProblem> problems) throws IOException {
        ImageFile image = ImageFile.of(pool, volume.id());
        Optional<Stat> found = image.find();
        if (found.isEmpty()) {
            add(
                    problems,
                    Kind.DATA_LOSS,
                    "ImageMissing",
                    "The image %s is missing; restore it. While the volume is attached, its device still has the data."
                            .formatted(image.path()));
        } else if (found.get().size() < volume.size().count()) {
            add(
                    problems,
                    Kind.DATA_LOSS,
                    "ImageCutOff",
                    "The image %s has %s of %s."
                            .formatted(image.path(), Bytes.of(found.get().size()), volume.size()));
        }
    }

    private static void readable(VolumeMeta volume, LoopDevice device, List<HealthProblem> problems) {
        try (Descriptor node = Descriptor.openForReading(device.node());
                ImageReader bytes = new ImageReader(node)) {
            bytes.read(0, ByteBuffer.allocate(ImageReader.BLOCK));
        } catch (IOException e) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceFails",
                    "Cannot read device %s of volume %s (%s); check the disk of the pool."
                            .formatted(device.node(), volume.id(), String.valueOf(e.getMessage())));
        }
    }

    private void place(VolumeMeta volume, Optional<LoopDevice> device, Path path, List<HealthProblem> problems)
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
        } else if (!LoopDeviceUsers.isOf(mount.get(), device.get())) {
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

    private void raw(VolumeMeta volume, Optional<LoopDevice> device, Path path, List<HealthProblem> problems)
            throws IOException {
        Optional<MountPoint> mount = mounts.at(path);
        if (mount.isEmpty() || device.isEmpty() || !LoopDeviceUsers.isNodeOf(mount.get(), device.get())) {
            add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceDetached",
                    "%s is no longer the device of volume %s; stop the pods that use it and publish it again."
                            .formatted(path, volume.id()));
        }
    }

    private static void add(List<HealthProblem> problems, Kind kind, String reason, String message) {
        boolean known = problems.stream()
                .anyMatch(one -> one.kind() == kind && one.reason().equals(reason));
        if (!known) {
            problems.add(new HealthProblem(kind, reason, message));
        }
    }
}
