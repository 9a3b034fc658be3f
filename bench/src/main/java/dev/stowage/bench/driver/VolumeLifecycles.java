package dev.stowage.bench.driver;

import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.csi.v1.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Volumes from creation to deletion, by several concurrent callers.
public final class VolumeLifecycles {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private VolumeLifecycles() {}

    /// What the workload does with a volume while it is published.
    @FunctionalInterface
    public interface VolumeUse {
        void use(Path target) throws IOException;
    }

    static LatencySamples of(DriverClient driverClient, VolumeKind volumeKind, int callers, Duration length)
            throws Exception {
        return of(driverClient, volumeKind, callers, length, _ -> {});
    }

    /// Each caller runs one volume lifecycle after another until the time is over, and finishes the last one.
    public static LatencySamples of(
            DriverClient driverClient, VolumeKind volumeKind, int callers, Duration length, VolumeUse volumeUse)
            throws Exception {
        long end = System.nanoTime() + length.toNanos();
        LatencySamples all = new LatencySamples();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<LatencySamples>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String place = "caller-" + i;
                running.add(executor.submit(() -> {
                    LatencySamples taken = new LatencySamples();
                    while (System.nanoTime() - end < 0) {
                        taken.add(one(driverClient, volumeKind, place, volumeUse));
                    }
                    return taken;
                }));
            }
            for (Future<LatencySamples> each : running) {
                all.addAll(each.get());
            }
        }
        return all;
    }

    private static long one(DriverClient driverClient, VolumeKind volumeKind, String place, VolumeUse volumeUse)
            throws Exception {
        long from = System.nanoTime();
        Volume volume = driverClient.create("life-" + NAMES.incrementAndGet(), volumeKind);
        volumeUse.use(driverClient.publish(volume, volumeKind.fsType(), place));
        driverClient.unpublish(volume, place);
        driverClient.delete(volume);
        return System.nanoTime() - from;
    }

    /// Creates volumes that stay unused.
    static void fill(DriverClient driverClient, int from, int to) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(16)) {
            List<Future<Volume>> making = new ArrayList<>();
            for (int i = from; i < to; i++) {
                String name = "present-" + i;
                making.add(executor.submit(() -> driverClient.create(name, "", 1)));
            }
            for (Future<Volume> each : making) {
                each.get();
            }
        }
    }
}
