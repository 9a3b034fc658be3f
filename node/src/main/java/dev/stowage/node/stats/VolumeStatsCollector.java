package dev.stowage.node.stats;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.podvolumes.PodVolumes;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the usage of volumes every minute, and earlier when a client requests it and the values are older than
/// a quarter of that. Each volume is read separately: one that hangs keeps its last values.
public final class VolumeStatsCollector implements ControllerRole, VolumeStatsProvider {
    private static final Logger log = LoggerFactory.getLogger(VolumeStatsCollector.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Duration FRESH = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final NodeContext nodeContext;
    private final PodLister podLister;
    private final VolumeStatsTargets volumeStatsTargets;
    private final VolumeStatsReader volumeStatsReader;
    private final RegisteredDrivers registeredDrivers;
    private final HealthEvents healthEvents;
    private final Map<VolumeStatsTarget.Key, VolumeStatsReader.Reading> known = new ConcurrentHashMap<>();
    private final Map<VolumeStatsTarget.Key, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private @Nullable Future<?> rounds;

    public VolumeStatsCollector(
            NodeContext nodeContext, RegisteredDrivers registeredDrivers, PodLister podLister, PodVolumes volumes) {
        this.nodeContext = nodeContext;
        this.podLister = podLister;
        this.volumeStatsTargets = new VolumeStatsTargets(nodeContext, volumes);
        this.volumeStatsReader = new VolumeStatsReader(registeredDrivers);
        this.registeredDrivers = registeredDrivers;
        this.healthEvents = new HealthEvents(nodeContext);
        new VolumeStatsMetrics(nodeContext.metrics(), known::values).register();
    }

    @Override
    public String name() {
        return "volume-figures";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public synchronized void start() throws InterruptedException {
        rounds = nodeContext
                .timer()
                .scheduleWithFixedDelay(
                        () -> workers.execute(this::collect), PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public synchronized void close() {
        if (rounds != null) {
            rounds.cancel(false);
        }
        workers.shutdownNow();
    }

    void collect() {
        Set<VolumeStatsTarget.Key> there = new HashSet<>();
        for (NodePod pod : podLister.pods()) {
            for (VolumeStatsTarget target : volumeStatsTargets.of(pod)) {
                there.add(target.key());
                var _ = measure(pod, target, false);
            }
        }
        known.keySet().retainAll(there);
        healthEvents.retain(there);
        registeredDrivers.all().stream()
                .filter(HealthEvents::reportsStorage)
                .forEach(driver ->
                        Thread.ofVirtual().name("storage-health").start(() -> healthEvents.checkStorage(driver)));
    }

    @Override
    public List<VolumeStats> of(String podUid) {
        List<CompletableFuture<Void>> awaited = podLister.pods().stream()
                .filter(pod -> pod.uid().equals(podUid))
                .flatMap(pod -> volumeStatsTargets.of(pod).stream()
                        .filter(this::isOld)
                        .map(target -> measure(pod, target, true)))
                .toList();
        var all = CompletableFuture.allOf(awaited.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        all.join();
        return known.values().stream()
                .filter(VolumeStatsReader.Reading::reportsUsage)
                .map(VolumeStatsReader.Reading::stats)
                .filter(figure -> figure.podUid().equals(podUid))
                .sorted(Comparator.comparing(VolumeStats::volume))
                .toList();
    }

    private boolean isOld(VolumeStatsTarget target) {
        VolumeStatsReader.Reading last = known.get(target.key());
        return last == null
                || last.stats().at().plus(FRESH).isBefore(nodeContext.clock().instant());
    }

    /// Only one read per volume at a time.
    ///
    /// @param ifOld whether it is skipped if another read has updated the value since
    private CompletableFuture<Void> measure(NodePod pod, VolumeStatsTarget target, boolean ifOld) {
        var mine = new CompletableFuture<Void>();
        CompletableFuture<Void> others = underWay.putIfAbsent(target.key(), mine);
        if (others != null) {
            return others;
        }
        if (ifOld && !isOld(target)) {
            underWay.remove(target.key(), mine);
            mine.complete(null);
            return mine;
        }
        try {
            workers.execute(() -> {
                try {
                    volumeStatsReader
                            .read(target, nodeContext.clock().instant())
                            .ifPresent(reading -> {
                                known.put(target.key(), reading);
                                reading.condition().ifPresent(condition -> healthEvents.volume(pod, target, condition));
                            });
                } catch (IOException e) {
                    log.debug("Cannot read the usage of {}: {}", target, e.getMessage());
                } catch (StatusRuntimeException e) {
                    log.debug("Cannot read the usage of {}: {}", target, RpcErrorText.of(e));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    underWay.remove(target.key(), mine);
                    mine.complete(null);
                }
            });
        } catch (RejectedExecutionException e) {
            // The node is shutting down.
            underWay.remove(target.key(), mine);
            mine.complete(null);
        }
        return mine;
    }
}
