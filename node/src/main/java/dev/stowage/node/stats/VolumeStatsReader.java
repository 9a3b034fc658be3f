package dev.stowage.node.stats;

import dev.stowage.csi.HealthFinding;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.VolumeUsage;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the usage of one volume. A driver that hangs delays only its own volumes.
final class VolumeStatsReader {
    private static final Logger log = LoggerFactory.getLogger(VolumeStatsReader.class);
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
            return Optional.of(target.claim().isEmpty() ? ofFolder(target, now) : ofFileSystem(target, now));
        }
        Optional<NodeDriver> driver = registeredDrivers
                .find(target.driver())
                .filter(found -> found.can(RPC.Type.GET_VOLUME_STATS) || found.can(RPC.Type.GET_VOLUME_HEALTH));
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
        boolean reportsUsage = driver.can(RPC.Type.GET_VOLUME_STATS);
        NodeGetVolumeStatsResponse answer = reportsUsage
                ? driver.node(TIMEOUT)
                        .nodeGetVolumeStats(NodeGetVolumeStatsRequest.newBuilder()
                                .setVolumeId(target.handle())
                                .setVolumePath(target.path().toString())
                                .build())
                : NodeGetVolumeStatsResponse.getDefaultInstance();
        Optional<VolumeCondition> condition = condition(driver, target, answer);
        VolumeUsage bytes = usage(answer, VolumeUsage.Unit.BYTES);
        VolumeUsage inodes = usage(answer, VolumeUsage.Unit.INODES);
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
                condition.filter(VolumeCondition::abnormal).isPresent(),
                now);
        return new Reading(figure, reportsUsage, condition);
    }

    /// Drivers of CSI 1.12 report it with the usage, later ones with a call of its own.
    private static Optional<VolumeCondition> condition(
            NodeDriver driver, VolumeStatsTarget target, NodeGetVolumeStatsResponse answer) {
        if (driver.can(RPC.Type.GET_VOLUME_HEALTH)) {
            return health(driver, target);
        }
        return driver.can(RPC.Type.VOLUME_CONDITION) && answer.hasVolumeCondition()
                ? Optional.of(new VolumeCondition(
                        answer.getVolumeCondition().getAbnormal(),
                        answer.getVolumeCondition().getMessage()))
                : Optional.empty();
    }

    /// A call that fails says nothing about the volume, and the usage is valid without it.
    private static Optional<VolumeCondition> health(NodeDriver driver, VolumeStatsTarget target) {
        try {
            var request = NodeGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(target.handle())
                    .setVolumePublishPath(target.path().toString());
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                target.staging().ifPresent(path -> request.setStagingTargetPath(path.toString()));
            }
            List<HealthFinding> findings = HealthFinding.of(
                    driver.node(TIMEOUT).nodeGetVolumeHealth(request.build()).getVolumeHealth());
            return Optional.of(new VolumeCondition(!findings.isEmpty(), HealthFinding.text(findings)));
        } catch (StatusRuntimeException e) {
            log.debug("Cannot get the health of {}: {}", target, RpcErrorText.of(e));
            return Optional.empty();
        }
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
        return reading(target, all, own, now);
    }

    /// A claim without a driver: a local or NFS volume, which usually has a file system for itself.
    private Reading ofFileSystem(VolumeStatsTarget target, Instant now) throws IOException {
        FileSystems.Stats all = FileSystems.stats(target.path(), calls);
        return reading(target, all, new DiskUsage(all.usedBytes(), all.usedInodes()), now);
    }

    private static Reading reading(VolumeStatsTarget target, FileSystems.Stats all, DiskUsage own, Instant now) {
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
        return new Reading(figure, true, Optional.empty());
    }

    /// @param reportsUsage whether the sizes are known
    /// @param condition empty when the driver does not report it
    record Reading(VolumeStats stats, boolean reportsUsage, Optional<VolumeCondition> condition) {}
}
