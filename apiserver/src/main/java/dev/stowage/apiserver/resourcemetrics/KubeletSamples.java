package dev.stowage.apiserver.resourcemetrics;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.resourcemetrics.MetricsObjects.SamplePair;
import dev.stowage.apiserver.storage.ObjectStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The last two samples of all nodes, taken when a client asks: without clients there is no cost. One
/// request at a time takes samples; others wait for them. Thread-safe.
final class KubeletSamples {
    private static final Logger log = LoggerFactory.getLogger(KubeletSamples.class);
    private static final String PAGE = "/metrics/resource";
    /// As often as metrics-server reads them.
    private static final Duration FRESH = Duration.ofSeconds(15);
    /// A rate over more than that says little about now.
    private static final Duration LONGEST_WINDOW = Duration.ofMinutes(5);

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);
    /// How long all kubelets together may take, as with metrics-server.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Reads a page of a kubelet.
    @FunctionalInterface
    interface KubeletReader {
        String read(String node, String path) throws ApiException, IOException;
    }

    private final ObjectStore objectStore;
    private final KubeletReader kubelets;
    private final InstantSource clock;
    private final Duration patience;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock taking = new ReentrantLock();
    private Map<String, NodeSample> before = Map.of();
    private Map<String, NodeSample> latest = Map.of();
    private Instant taken = Instant.MIN;

    /// @param patience a kubelet that has not answered by then has no sample
    KubeletSamples(ObjectStore objectStore, KubeletReader kubelets, InstantSource clock, Duration patience) {
        this.objectStore = objectStore;
        this.kubelets = kubelets;
        this.clock = clock;
        this.patience = patience;
    }

    MetricsObjects objects() throws InterruptedException {
        taking.lockInterruptibly();
        try {
            Instant now = clock.instant();
            if (taken.isBefore(now.minus(LONGEST_WINDOW))) {
                take(now);
                if (!latest.isEmpty() && closed.await(SHORTEST_WINDOW.toMillis(), TimeUnit.MILLISECONDS)) {
                    return new MetricsObjects(Map.of(), now);
                }
            }
            // Not again at once if no node answers: each request would wait for all of them.
            if (taken.isBefore(now.minus(FRESH)) || !latest.keySet().equals(before.keySet())) {
                take(clock.instant());
            }
            Map<String, SamplePair> pairs = new HashMap<>();
            latest.forEach((node, sample) -> {
                NodeSample first = before.get(node);
                if (first != null) {
                    pairs.put(node, new SamplePair(first, sample));
                }
            });
            return new MetricsObjects(pairs, clock.instant());
        } finally {
            taking.unlock();
        }
    }

    private void take(Instant now) throws InterruptedException {
        Map<String, NodeSample> samples = new ConcurrentHashMap<>();
        List<Callable<Object>> reads = objectStore.list("nodes", "").entries().stream()
                .map(stored -> stored.key().name())
                .map(node -> Executors.callable(() -> read(node, samples)))
                .toList();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            // Interrupts those that take longer, which closes their sockets.
            readers.invokeAll(reads, patience.toMillis(), TimeUnit.MILLISECONDS);
        }
        before = taken.isBefore(now.minus(LONGEST_WINDOW)) ? Map.of() : latest;
        latest = Map.copyOf(samples);
        taken = now;
    }

    private void read(String node, Map<String, NodeSample> samples) {
        try {
            samples.put(node, NodeSample.parse(kubelets.read(node, PAGE), clock.instant()));
        } catch (ApiException | IOException e) {
            log.debug("Node {} does not report what it uses: {}", node, e.getMessage());
        }
    }

    /// Ends waiting requests.
    void close() {
        closed.countDown();
    }
}
