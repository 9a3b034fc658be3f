package dev.stowage.bench.control;

import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Claims at an even pace, far below the maximum rate: how long one of them takes.
final class PacedClaims {
    private static final int MILLIS_BETWEEN = 100;
    private static final long PATIENCE_SECONDS = 120;

    private final ControlFixture fixture;
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private final Map<String, Long> took = new ConcurrentHashMap<>();

    PacedClaims(ControlFixture fixture) {
        this.fixture = fixture;
    }

    /// From the request for a claim until a watcher sees it bound.
    LatencySamples measure(String storageClass, int from, int count) throws Exception {
        CountDownLatch bound = new CountDownLatch(count);
        fixture.claims().addEventHandler((_, now) -> {
            if (now != null && now.status().isBound()) {
                seen(now, bound);
            }
        });
        try (ScheduledExecutorService clock = Executors.newScheduledThreadPool(4)) {
            for (int i = 0; i < count; i++) {
                int number = from + i;
                var _ = clock.schedule(
                        () -> create(storageClass, number), (long) i * MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
            }
            if (!bound.await((long) count * MILLIS_BETWEEN / 1000 + PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(bound.getCount() + " of " + count + " claims were not bound in time");
            }
        }
        LatencySamples latencySamples = new LatencySamples();
        took.values().forEach(latencySamples::add);
        return latencySamples;
    }

    private void seen(PersistentVolumeClaim claim, CountDownLatch bound) {
        Long start = begun.get(claim.meta().name());
        if (start != null && took.putIfAbsent(claim.meta().name(), System.nanoTime() - start) == null) {
            bound.countDown();
        }
    }

    private Void create(String storageClass, int number) throws ApiFailure, InterruptedException {
        begun.put(storageClass + "-" + number, System.nanoTime());
        fixture.api().create(Kinds.CLAIMS, "default", ControlObjects.claim(storageClass, number));
        return null;
    }
}
