package dev.stowage.kube.workqueue;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// The metrics of all queues of a process, under the names of client-go, and their threads.
public final class WorkQueueMetrics {
    private static final double[] BUCKETS = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10};

    private final Gauge depth;
    private final Counter adds;
    private final Counter retries;
    private final Histogram queued;
    private final Histogram worked;
    private final Map<String, Supplier<InProgress>> running = new ConcurrentHashMap<>();
    private final Threads threads;

    /// Creates the thread that processes one key once.
    @FunctionalInterface
    public interface Threads {
        Thread make(String queue, Runnable work);
    }

    public WorkQueueMetrics(PrometheusRegistry registry) {
        this(registry, (queue, work) -> Thread.ofVirtual().name(queue).unstarted(work));
    }

    public WorkQueueMetrics(PrometheusRegistry registry, Threads threads) {
        this.threads = threads;
        depth = gauge(registry, "workqueue_depth", "Keys that are waiting for a worker.");
        adds = counter(registry, "workqueue_adds_total", "Keys added.");
        retries = counter(registry, "workqueue_retries_total", "Keys put back after a failure.");
        queued = histogram(registry, "workqueue_queue_duration_seconds", "How long a key waited for a worker.");
        worked = histogram(registry, "workqueue_work_duration_seconds", "How long the work on a key took.");
        callbackGauge(
                registry,
                "workqueue_unfinished_work_seconds",
                "Time spent on work that is not done yet.",
                InProgress::sumNanos);
        callbackGauge(
                registry,
                "workqueue_longest_running_processor_seconds",
                "How long the longest running work has been running.",
                InProgress::oldestNanos);
    }

    Thread thread(String queue, Runnable work) {
        return threads.make(queue, work);
    }

    /// Running work.
    record InProgress(long sumNanos, long oldestNanos) {}

    /// These grow while nothing happens, so they are computed when they are scraped.
    private void callbackGauge(
            PrometheusRegistry registry, String name, String help, ToLongFunction<InProgress> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("name")
                .callback(callback ->
                        running.forEach((queue, now) -> callback.call(figure.applyAsLong(now.get()) / 1e9, queue)))
                .register(registry);
    }

    /// The metrics of one queue. The data points are looked up once, because each key passes here several
    /// times.
    static final class OfQueue {
        private final GaugeDataPoint depth;
        private final CounterDataPoint adds;
        private final CounterDataPoint retries;
        private final DistributionDataPoint queued;
        private final DistributionDataPoint worked;

        private OfQueue(WorkQueueMetrics all, String name) {
            depth = all.depth.labelValues(name);
            adds = all.adds.labelValues(name);
            retries = all.retries.labelValues(name);
            queued = all.queued.labelValues(name);
            worked = all.worked.labelValues(name);
        }

        void depth(int keys) {
            depth.set(keys);
        }

        void added() {
            adds.inc();
        }

        void retried() {
            retries.inc();
        }

        void began(long waitedNanos) {
            queued.observe(waitedNanos / 1e9);
        }

        void ended(long workedNanos) {
            worked.observe(workedNanos / 1e9);
        }
    }

    OfQueue of(String name, Supplier<InProgress> now) {
        running.put(name, now);
        return new OfQueue(this, name);
    }

    private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
        return Gauge.builder().name(name).help(help).labelNames("name").register(registry);
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help) {
        return Counter.builder().name(name).help(help).labelNames("name").register(registry);
    }

    private static Histogram histogram(PrometheusRegistry registry, String name, String help) {
        return Histogram.builder()
                .name(name)
                .help(help)
                .labelNames("name")
                .classicOnly()
                .classicUpperBounds(BUCKETS)
                .register(registry);
    }
}
