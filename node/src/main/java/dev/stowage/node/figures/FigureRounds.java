package dev.stowage.node.figures;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.node.Shared;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.run.Census;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.PodVolumes;
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

/// Asks how full the volumes are, each minute, and sooner when somebody wants to know and what is known is
/// older than
/// a quarter of that. Each volume is asked for itself: one that hangs keeps its last figures until it
/// answers.
public final class FigureRounds implements ControllerRole, VolumeFigures {
    private static final Logger log = LoggerFactory.getLogger(FigureRounds.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Duration FRESH = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Shared shared;
    private final Census census;
    private final Spots spots;
    private final Gauge gauge;
    private final Map<Spot.Key, Gauge.Measured> known = new ConcurrentHashMap<>();
    private final Map<Spot.Key, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private @Nullable Future<?> rounds;

    public FigureRounds(Shared shared, Drivers drivers, Census census, PodVolumes volumes) {
        this.shared = shared;
        this.census = census;
        this.spots = new Spots(shared, volumes);
        this.gauge = new Gauge(drivers);
        new FigureMetrics(shared.metrics(), known::values).register();
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
        rounds = shared.timer()
                .scheduleWithFixedDelay(
                        () -> workers.execute(this::round), PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public synchronized void close() {
        if (rounds != null) {
            rounds.cancel(false);
        }
        workers.shutdownNow();
    }

    void round() {
        Set<Spot.Key> there = new HashSet<>();
        for (NodePod pod : census.pods()) {
            for (Spot spot : spots.of(pod)) {
                there.add(spot.key());
                var _ = measure(spot, false);
            }
        }
        known.keySet().retainAll(there);
    }

    @Override
    public List<VolumeFigure> of(String podUid) {
        List<CompletableFuture<Void>> awaited = census.pods().stream()
                .filter(pod -> pod.uid().equals(podUid))
                .flatMap(pod -> spots.of(pod).stream())
                .filter(this::isOld)
                .map(spot -> measure(spot, true))
                .toList();
        var all = CompletableFuture.allOf(awaited.toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        all.join();
        return known.values().stream()
                .map(Gauge.Measured::figure)
                .filter(figure -> figure.podUid().equals(podUid))
                .sorted(Comparator.comparing(VolumeFigure::volume))
                .toList();
    }

    private boolean isOld(Spot spot) {
        Gauge.Measured last = known.get(spot.key());
        return last == null
                || last.figure().at().plus(FRESH).isBefore(shared.clock().instant());
    }

    /// Once at a time for each volume.
    ///
    /// @param ifOld whether it may be left, should another have done it since it was found to be old
    private CompletableFuture<Void> measure(Spot spot, boolean ifOld) {
        var mine = new CompletableFuture<Void>();
        CompletableFuture<Void> others = underWay.putIfAbsent(spot.key(), mine);
        if (others != null) {
            return others;
        }
        if (ifOld && !isOld(spot)) {
            underWay.remove(spot.key(), mine);
            mine.complete(null);
            return mine;
        }
        try {
            workers.execute(() -> {
                try {
                    gauge.read(spot, shared.clock().instant()).ifPresent(measured -> known.put(spot.key(), measured));
                } catch (IOException e) {
                    log.debug("How full {} is cannot be told: {}", spot, e.getMessage());
                } catch (StatusRuntimeException e) {
                    log.debug("How full {} is cannot be told: {}", spot, RpcErrorText.of(e));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    underWay.remove(spot.key(), mine);
                    mine.complete(null);
                }
            });
        } catch (RejectedExecutionException e) {
            // The node ends.
            underWay.remove(spot.key(), mine);
            mine.complete(null);
        }
        return mine;
    }
}
