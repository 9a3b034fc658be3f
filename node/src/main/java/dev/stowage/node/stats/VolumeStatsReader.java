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

/// Reads the usage of one volume. A driver that hangs delays only its own volumes.
final class VolumeStatsReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int CALLS_PER_DRIVER = 4;

    private final RegisteredDrivers registeredDrivers;
    private final BlockingCalls calls = new BlockingCalls(8, 256, 1, Duration.ofSeconds(5));
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    VolumeStatsReader(RegisteredDrivers registeredDrivers) {
        this.registeredDrivers = registeredDrivers;
    }

    /// @return empty when the driver is not registered, or does not support it
    Optional<Reading> read(VolumeStatsTarget target, Instant now) throws IOException, InterruptedException {
        if (target.driver().isEmpty()) {
            return target.claim().isEmpty() ? Optional.of(ofFolder(target, now)) : Optional.empty();
        }
        Optional<NodeDriver> driver = registeredDrivers
                .find(target.driver())
                .filter(found -> found.can(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS));
        if (driver.isEmpty()) {
            return Optional.empty();
        }
        Semaphore place = places.computeIfAbsent(target.driver(), _ -> new Semaphore(CALLS_PER_DRIVER));
        place.acquire();
        try {
            return Optional.of(ofDriver(driver.get(), target, now));
        } finally {
            place.release();
        }
    }

    private static Reading ofDriver(NodeDriver driver, VolumeStatsTarget target, Instant now) {
        NodeGetVolumeStatsResponse answer = driver.node(TIMEOUT)
                .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                        .setVolumeId(target.handle())
                        .setVolumePath(target.path().toString())
                        .build());
        VolumeUsage bytes = usage(answer, VolumeUsage.Unit.BYTES);
        VolumeUsage inodes = usage(answer, VolumeUsage.Unit.INODES);
        boolean reportsCondition = driver.can(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
        var figure = new VolumeStats(
                target.podUid(),
                target.namespace(),
                target.volume(),
                target.claim(),
                bytes.getAvailable(),
                bytes.getTotal(),
                bytes.getUsed(),
                inodes.getTotal(),
                inodes.getAvailable(),
                inodes.getUsed(),
                reportsCondition && answer.getVolumeCondition().getAbnormal(),
                now);
        return new Reading(figure, reportsCondition);
    }

    private static VolumeUsage usage(NodeGetVolumeStatsResponse answer, VolumeUsage.Unit unit) {
        return answer.getUsageList().stream()
                .filter(usage -> usage.getUnit() == unit)
                .findFirst()
                .orElse(VolumeUsage.getDefaultInstance());
    }

    /// Capacity and free space are those of its file system; the used space is its own.
    private Reading ofFolder(VolumeStatsTarget target, Instant now) throws IOException {
        FileSystems.Stats all = FileSystems.stats(target.path(), calls);
        DiskUsage own = DiskUsage.of(target.path(), calls).orElse(new DiskUsage(all.usedBytes(), all.usedInodes()));
        var figure = new VolumeStats(
                target.podUid(),
                target.namespace(),
                target.volume(),
                target.claim(),
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

    /// @param reportsHealth whether the driver reports the volume condition
    record Reading(VolumeStats stats, boolean reportsHealth) {}
}
