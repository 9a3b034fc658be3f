package dev.stowage.node.figures;

import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.VolumeUsage;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.plugin.NodeDriver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Finds out how full one volume is. A driver that hangs holds up its own volumes only.
final class Gauge {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int CALLS_PER_DRIVER = 4;

    private final Drivers drivers;
    private final BlockingCalls calls = new BlockingCalls(8, 256, 1, Duration.ofSeconds(5));
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    Gauge(Drivers drivers) {
        this.drivers = drivers;
    }

    /// @return empty when the driver is not there, or cannot tell
    Optional<Measured> read(Spot spot, Instant now) throws IOException, InterruptedException {
        if (spot.driver().isEmpty()) {
            return spot.claim().isEmpty() ? Optional.of(ofFolder(spot, now)) : Optional.empty();
        }
        Optional<NodeDriver> driver =
                drivers.find(spot.driver()).filter(found -> found.can(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS));
        if (driver.isEmpty()) {
            return Optional.empty();
        }
        Semaphore place = places.computeIfAbsent(spot.driver(), _ -> new Semaphore(CALLS_PER_DRIVER));
        place.acquire();
        try {
            return Optional.of(ofDriver(driver.get(), spot, now));
        } finally {
            place.release();
        }
    }

    private static Measured ofDriver(NodeDriver driver, Spot spot, Instant now) {
        NodeGetVolumeStatsResponse answer = driver.node(TIMEOUT)
                .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                        .setVolumeId(spot.handle())
                        .setVolumePath(spot.path().toString())
                        .build());
        VolumeUsage bytes = usage(answer, VolumeUsage.Unit.BYTES);
        VolumeUsage inodes = usage(answer, VolumeUsage.Unit.INODES);
        boolean tellsHealth = driver.can(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
        var figure = new VolumeFigure(
                spot.podUid(),
                spot.namespace(),
                spot.volume(),
                spot.claim(),
                bytes.getAvailable(),
                bytes.getTotal(),
                bytes.getUsed(),
                inodes.getTotal(),
                inodes.getAvailable(),
                inodes.getUsed(),
                tellsHealth && answer.getVolumeCondition().getAbnormal(),
                now);
        return new Measured(figure, tellsHealth);
    }

    private static VolumeUsage usage(NodeGetVolumeStatsResponse answer, VolumeUsage.Unit unit) {
        return answer.getUsageList().stream()
                .filter(usage -> usage.getUnit() == unit)
                .findFirst()
                .orElse(VolumeUsage.getDefaultInstance());
    }

    /// The space is that of the file system it lies on, and what is used is its own.
    private Measured ofFolder(Spot spot, Instant now) throws IOException {
        FileSystems.Stats all = FileSystems.stats(spot.path(), calls);
        FolderSize own = FolderSize.of(spot.path(), calls).orElse(new FolderSize(all.usedBytes(), all.usedInodes()));
        var figure = new VolumeFigure(
                spot.podUid(),
                spot.namespace(),
                spot.volume(),
                spot.claim(),
                all.availableBytes(),
                all.totalBytes(),
                own.bytes(),
                all.inodes(),
                all.freeInodes(),
                own.inodes(),
                false,
                now);
        return new Measured(figure, false);
    }

    /// @param tellsHealth whether the driver says how the volume fares
    record Measured(VolumeFigure figure, boolean tellsHealth) {}
}
