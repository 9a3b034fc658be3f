package dev.stowage.node.stats;

import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.VolumeUsage;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Finds out how full one volume is. A driver that hangs holds up its own volumes only.
final class VolumeStatsReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int CALLS_PER_DRIVER = 4;

    private final RegisteredDrivers registeredDrivers;
    private final BlockingCalls calls = new BlockingCalls(8, 256, 1, Duration.ofSeconds(5));
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    VolumeStatsReader(RegisteredDrivers registeredDrivers) {
        this.registeredDrivers = registeredDrivers;
    }

    /// @return empty when the driver is not there, or cannot tell
    Optional<Reading> read(VolumeStatsTarget volumeStatsTarget, Instant now) throws IOException, InterruptedException {
        if (volumeStatsTarget.driver().isEmpty()) {
            return volumeStatsTarget.claim().isEmpty()
                    ? Optional.of(ofFolder(volumeStatsTarget, now))
                    : Optional.empty();
        }
        Optional<NodeDriver> driver = registeredDrivers
                .find(volumeStatsTarget.driver())
                .filter(found -> found.can(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS));
        if (driver.isEmpty()) {
            return Optional.empty();
        }
        Semaphore place = places.computeIfAbsent(volumeStatsTarget.driver(), _ -> new Semaphore(CALLS_PER_DRIVER));
        place.acquire();
        try {
            return Optional.of(ofDriver(driver.get(), volumeStatsTarget, now));
        } finally {
            place.release();
        }
    }

    private static Reading ofDriver(NodeDriver driver, VolumeStatsTarget volumeStatsTarget, Instant now) {
        NodeGetVolumeStatsResponse answer = driver.node(TIMEOUT)
                .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                        .setVolumeId(volumeStatsTarget.handle())
                        .setVolumePath(volumeStatsTarget.path().toString())
                        .build());
        VolumeUsage bytes = usage(answer, VolumeUsage.Unit.BYTES);
        VolumeUsage inodes = usage(answer, VolumeUsage.Unit.INODES);
        boolean tellsHealth = driver.can(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
        var figure = new VolumeStats(
                volumeStatsTarget.podUid(),
                volumeStatsTarget.namespace(),
                volumeStatsTarget.volume(),
                volumeStatsTarget.claim(),
                bytes.getAvailable(),
                bytes.getTotal(),
                bytes.getUsed(),
                inodes.getTotal(),
                inodes.getAvailable(),
                inodes.getUsed(),
                tellsHealth && answer.getVolumeCondition().getAbnormal(),
                now);
        return new Reading(figure, tellsHealth);
    }

    private static VolumeUsage usage(NodeGetVolumeStatsResponse answer, VolumeUsage.Unit unit) {
        return answer.getUsageList().stream()
                .filter(usage -> usage.getUnit() == unit)
                .findFirst()
                .orElse(VolumeUsage.getDefaultInstance());
    }

    /// The space is that of the file system it lies on, and what is used is its own.
    private Reading ofFolder(VolumeStatsTarget volumeStatsTarget, Instant now) throws IOException {
        FileSystems.Stats all = FileSystems.stats(volumeStatsTarget.path(), calls);
        DiskUsage own =
                DiskUsage.of(volumeStatsTarget.path(), calls).orElse(new DiskUsage(all.usedBytes(), all.usedInodes()));
        var figure = new VolumeStats(
                volumeStatsTarget.podUid(),
                volumeStatsTarget.namespace(),
                volumeStatsTarget.volume(),
                volumeStatsTarget.claim(),
                all.availableBytes(),
                all.totalBytes(),
                own.bytes(),
                all.inodes(),
                all.freeInodes(),
                own.inodes(),
                false,
                now);
        return new Reading(figure, false);
    }

    /// @param reportsHealth whether the driver says how the volume fares
    record Reading(VolumeStats stats, boolean reportsHealth) {}
}
