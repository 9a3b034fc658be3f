package dev.stowage.bench.control;

import dev.stowage.bench.Samples;
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

/// Claims at an even pace, far below what anybody can do: how long one of them takes.
final class Pace {
    private static final int MILLIS_BETWEEN = 100;
    private static final long PATIENCE_SECONDS = 120;

    private final Scene scene;
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private final Map<String, Long> took = new ConcurrentHashMap<>();

    Pace(Scene scene) {
        this.scene = scene;
    }

    /// From the request for a claim until a watcher sees it bound.
    Samples measure(String storageClass, int from, int count) throws Exception {
        CountDownLatch bound = new CountDownLatch(count);
        scene.claims().addEventHandler((_, now) -> {
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
        Samples samples = new Samples();
        took.values().forEach(samples::add);
        return samples;
    }

    private void seen(PersistentVolumeClaim claim, CountDownLatch bound) {
        Long start = begun.get(claim.meta().name());
        if (start != null && took.putIfAbsent(claim.meta().name(), System.nanoTime() - start) == null) {
            bound.countDown();
        }
    }

    private Void create(String storageClass, int number) throws ApiFailure, InterruptedException {
        begun.put(storageClass + "-" + number, System.nanoTime());
        scene.api().create(Kinds.CLAIMS, "default", ControlObjects.claim(storageClass, number));
        return null;
    }
}
