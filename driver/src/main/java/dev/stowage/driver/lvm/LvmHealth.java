package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.VolumeHealth;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How full volumes are, and what is wrong with them.
final class LvmHealth {

    /// From here on the kernel may run out of blocks before the pool's low-water mark is noticed.
    private static final double FULL_PERCENT = 99;

    private final LvmPool lvmPool;
    private final VolumeHealth volumeHealth;

    LvmHealth(LvmPool lvmPool, Mounts mounts, LvmDevices devices) {
        this.lvmPool = lvmPool;
        this.volumeHealth = new VolumeHealth(mounts, devices);
    }

    Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        return volumeHealth.usage(lvmPool.records(), volume, path);
    }

    List<HealthProblem> problems(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        List<HealthProblem> problems = new ArrayList<>();
        GroupState state;
        try {
            state = lvmPool.group().state();
        } catch (IOException e) {
            VolumeHealth.add(
                    problems,
                    Kind.INACCESSIBLE,
                    "GroupFails",
                    "Cannot read volume group %s of volume %s (%s); check its disks."
                            .formatted(lvmPool.group().name().group(), volume.id(), String.valueOf(e.getMessage())));
            return problems;
        }
        volume(volume, state.find(VolumeTags.name(volume.id())), problems);
        lvmPool.group().name().thinPool().flatMap(state::find).ifPresent(pool -> thinPool(pool, problems));
        if (isSuspended(volume, problems)) { // reading the device would never end
            return problems;
        }
        volumeHealth.check(lvmPool.records(), volume, publishedAt, stagedAt, problems);
        return problems;
    }

    private boolean isSuspended(VolumeMeta volume, List<HealthProblem> problems) throws IOException {
        Optional<DeviceMapper.Device> device = lvmPool.group().device(VolumeTags.name(volume.id()));
        boolean suspended = device.isPresent() && lvmPool.group().suspended().contains(device.get());
        if (suspended) {
            VolumeHealth.add(
                    problems,
                    Kind.INACCESSIBLE,
                    "DeviceSuspended",
                    "The device %s of volume %s is suspended and its reads and writes wait; restart the driver, which resumes it."
                            .formatted(device.get().node(), volume.id()));
        }
        return suspended;
    }

    private void volume(VolumeMeta volume, Optional<LogicalVolume> found, List<HealthProblem> problems) {
        String group = lvmPool.group().name().group();
        if (found.isEmpty()) {
            VolumeHealth.add(
                    problems,
                    Kind.DATA_LOSS,
                    "LogicalVolumeMissing",
                    "The logical volume %s of volume %s is missing in group %s; restore a backup."
                            .formatted(VolumeTags.name(volume.id()), volume.id(), group));
            return;
        }
        if (found.get().size() < volume.size().count()) {
            VolumeHealth.add(
                    problems,
                    Kind.DATA_LOSS,
                    "LogicalVolumeReduced",
                    "The logical volume %s has %s of %s."
                            .formatted(found.get().name(), Bytes.of(found.get().size()), volume.size()));
        }
        if (!found.get().health().isEmpty()) {
            VolumeHealth.add(
                    problems,
                    Kind.DEGRADED,
                    "LogicalVolumeFailed",
                    "The logical volume %s of group %s reports \"%s\"; check the disks of the group."
                            .formatted(found.get().name(), group, found.get().health()));
        }
    }

    private void thinPool(LogicalVolume pool, List<HealthProblem> problems) {
        if (pool.usedPercent() >= FULL_PERCENT) {
            VolumeHealth.add(
                    problems,
                    Kind.DEGRADED,
                    "PoolFull",
                    "Thin pool %s is full; extend it with lvextend or delete volumes."
                            .formatted(lvmPool.group().name()));
        }
        if (!pool.health().isEmpty()) {
            VolumeHealth.add(
                    problems,
                    Kind.DEGRADED,
                    "ThinPoolFailed",
                    "Thin pool %s reports \"%s\"; see lvmthin(7)."
                            .formatted(lvmPool.group().name(), pool.health()));
        }
    }
}
