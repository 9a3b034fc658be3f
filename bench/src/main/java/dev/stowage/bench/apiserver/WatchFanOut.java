package dev.stowage.bench.apiserver;

import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Measures how long after the start of a write each of many watchers receives it.
final class WatchFanOut {
    private static final int WATCHERS = 100;
    private static final int WRITES = 200;

    private final ApiServerSubject apiServerSubject;
    private final BlockingQueue<Long> arrivals = new ArrayBlockingQueue<>(WATCHERS * 4);

    WatchFanOut(ApiServerSubject apiServerSubject) {
        this.apiServerSubject = apiServerSubject;
    }

    ResultRow measure() throws Exception {
        List<HttpConnection> watchers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        LatencySamples latencySamples = new LatencySamples();
        try (HttpConnection writer = apiServerSubject.connect()) {
            apiServerSubject.create(writer);
            String name = "cm-" + (apiServerSubject.objects() - 1);
            for (int i = 0; i < WATCHERS; i++) {
                HttpConnection watcher = apiServerSubject.connect();
                watchers.add(watcher);
                Iterator<String> events =
                        watcher.stream(ApiServerSubject.CONFIG_MAPS + "?watch=1&fieldSelector=metadata.name%3D" + name);
                threads.add(Thread.startVirtualThread(() -> read(events)));
            }
            take();
            for (int n = 0; n < WRITES; n++) {
                long start = System.nanoTime();
                writer.call(
                        "PATCH",
                        ApiServerSubject.CONFIG_MAPS + "/" + name,
                        "application/merge-patch+json",
                        "{\"data\":{\"changing\":\"watched " + n + "\"}}");
                for (long arrival : take()) {
                    latencySamples.add(arrival - start);
                }
            }
        } finally {
            for (HttpConnection watcher : watchers) {
                watcher.close();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        return new ResultRow(
                apiServerSubject.name() + ": a write to 100 watchers",
                List.of(
                        new Figure("p50 ms", latencySamples.millis(0.5)),
                        new Figure("p99 ms", latencySamples.millis(0.99))));
    }

    /// The time at which each watcher received the write.
    private List<Long> take() throws InterruptedException, IOException {
        List<Long> taken = new ArrayList<>();
        while (taken.size() < WATCHERS) {
            Long arrival = arrivals.poll(30, TimeUnit.SECONDS);
            if (arrival == null) {
                throw new IOException("a write reached %d of %d watchers".formatted(taken.size(), WATCHERS));
            }
            taken.add(arrival);
        }
        return taken;
    }

    private void read(Iterator<String> events) {
        try {
            while (events.hasNext()) {
                events.next();
                arrivals.put(System.nanoTime());
            }
        } catch (UncheckedIOException | InterruptedException _) {
            // The measurement is over: its connection was closed.
        }
    }
}
