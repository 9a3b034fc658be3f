package dev.stowage.bench.driver;

import dev.stowage.bench.Samples;
import dev.stowage.bench.driver.Subject.Kind;
import dev.stowage.csi.v1.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Volumes from their making to their removal, by several callers at once.
final class Lives {

    private static final AtomicInteger NAMES = new AtomicInteger();

    private Lives() {}

    /// Each caller lives one volume after the other until the time is over; the last one is lived to its end.
    static Samples of(Calls calls, Kind kind, int callers, Duration length) throws Exception {
        long end = System.nanoTime() + length.toNanos();
        Samples all = new Samples();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Samples>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                String place = "caller-" + i;
                running.add(executor.submit(() -> {
                    Samples taken = new Samples();
                    while (System.nanoTime() - end < 0) {
                        taken.add(one(calls, kind, place));
                    }
                    return taken;
                }));
            }
            for (Future<Samples> each : running) {
                all.addAll(each.get());
            }
        }
        return all;
    }

    private static long one(Calls calls, Kind kind, String place) throws Exception {
        long from = System.nanoTime();
        Volume volume = calls.create("life-" + NAMES.incrementAndGet(), kind.fsType(), kind.mebibytes());
        calls.use(volume, kind.fsType(), place);
        calls.leave(volume, place);
        calls.delete(volume);
        return System.nanoTime() - from;
    }

    /// Makes volumes that are just there.
    static void fill(Calls calls, int from, int to) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(16)) {
            List<Future<Volume>> making = new ArrayList<>();
            for (int i = from; i < to; i++) {
                String name = "present-" + i;
                making.add(executor.submit(() -> calls.create(name, "", 1)));
            }
            for (Future<Volume> each : making) {
                each.get();
            }
        }
    }
}
