package dev.stowage.kube.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
    private static final ExponentialBackoff QUICK = new ExponentialBackoff(Duration.ofMillis(1), Duration.ofMillis(20));

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final WorkQueueMetrics metrics = new WorkQueueMetrics(registry);
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    private <K> WorkQueue<K> queue(int workers, WorkQueue.Worker<K> worker) {
        WorkQueue<K> queue = new WorkQueue<>("test", workers, QUICK, worker, timer, metrics);
        open.add(queue);
        return queue;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable queue : open) {
            queue.close();
        }
        timer.shutdownNow();
    }

    @Test
    void aKeyAddedManyTimesBeforeItsTurnIsLookedAtOnce() {
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        WorkQueue<String> queue = queue(1, key -> {
            (key.equals("a") ? looks : others).incrementAndGet();
            return ReconcileResult.done();
        });
        for (int i = 0; i < 100; i++) {
            queue.add("a");
        }
        queue.add("last");
        queue.start();
        await().until(() -> others.get() == 1);
        assertThat(looks).hasValue(1);
    }

    @Test
    void aKeyIsNeverWorkedOnTwiceAtOnceAndAnAddMeanwhileIsNotLost() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger mostAtOnce = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WorkQueue<String> queue = queue(8, _ -> {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            first.countDown();
            goOn.await();
            looks.incrementAndGet();
            atOnce.decrementAndGet();
            return ReconcileResult.done();
        });
        queue.start();
        queue.add("a");
        first.await();
        queue.add("a");
        queue.add("a");
        goOn.countDown();
        await().until(() -> looks.get() == 2);
        assertThat(mostAtOnce).hasValue(1);
    }

    @Test
    void aWorkerThatThrowsCostsOthersNothingAndItsKeyIsTriedAgain() {
        Map<String, Integer> looks = new ConcurrentHashMap<>();
        WorkQueue<String> queue = queue(1, key -> {
            int look = looks.merge(key, 1, Integer::sum);
            if (key.equals("poison") && look < 4) {
                throw new IllegalStateException("poison");
            }
            if (key.equals("deep") && look < 2) {
                throw new StackOverflowError();
            }
            return ReconcileResult.done();
        });
        queue.start();
        queue.add("poison");
        queue.add("deep");
        queue.add("fine");
        await().until(() -> looks.equals(Map.of("poison", 4, "deep", 2, "fine", 1)));
        await().until(() -> queue.failures("poison") == 0);
    }

    @Test
    void lanesDoNotWaitForEachOther() throws InterruptedException {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch attached = new CountDownLatch(1);
        WorkQueue<String> queue = new WorkQueue<>(
                "lanes",
                List.of(new QueueLane("attach", 1), new QueueLane("detach", 1)),
                key -> key.startsWith("attach") ? 0 : 1,
                QUICK,
                key -> {
                    if (key.startsWith("detach")) {
                        stuck.await();
                    } else {
                        attached.countDown();
                    }
                    return ReconcileResult.done();
                },
                timer,
                metrics);
        open.add(queue);
        queue.start();
        for (int i = 0; i < 100; i++) {
            queue.add("detach-" + i);
        }
        queue.add("attach-1");
        attached.await();
        assertThat(queue.depth()).isEqualTo(99);
        stuck.countDown();
    }

    @Test
    void neverMoreWorkersThanTheLaneAllows() {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        WorkQueue<Integer> queue = queue(3, _ -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            atOnce.decrementAndGet();
            done.incrementAndGet();
            return ReconcileResult.done();
        });
        queue.start();
        for (int i = 0; i < 500; i++) {
            queue.add(i);
        }
        await().until(() -> done.get() == 500);
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void againIsNoFailure() {
        AtomicInteger looks = new AtomicInteger();
        WorkQueue<String> queue = queue(
                1,
                _ -> looks.incrementAndGet() < 5
                        ? ReconcileResult.requeueAfter(Duration.ofMillis(1))
                        : ReconcileResult.done());
        queue.start();
        queue.add("a");
        await().until(() -> looks.get() == 5);
        assertThat(queue.failures("a")).isZero();
        assertThat(count("workqueue_retries")).isZero();
    }

    @Test
    void aKeyThatIsWantedAgainAtOnceAndAddedMeanwhileStillHasOneWorker() {
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<WorkQueue<String>> self = new CopyOnWriteArrayList<>();
        self.add(queue(8, key -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            self.getFirst().add(key);
            int look = looks.incrementAndGet();
            atOnce.decrementAndGet();
            return look < 500
                    ? ReconcileResult.requeueAfter(Duration.ZERO)
                    : ReconcileResult.requeueAfter(Duration.ofHours(1));
        }));
        self.getFirst().start();
        self.getFirst().add("a");
        await().until(() -> looks.get() >= 500);
        assertThat(most).hasValue(1);
    }

    @Test
    void nothingRunsBeforeTheStartOrAfterTheEnd() {
        AtomicInteger looks = new AtomicInteger();
        WorkQueue<String> queue = queue(1, _ -> {
            looks.incrementAndGet();
            return ReconcileResult.done();
        });
        queue.add("a");
        assertThat(looks).hasValue(0);
        assertThat(queue.depth()).isEqualTo(1);
        queue.close();
        queue.start();
        queue.add("b");
        assertThat(looks).hasValue(0);
    }

    @Test
    void figuresHaveTheUpstreamNames() {
        WorkQueue<String> queue = queue(1, _ -> ReconcileResult.done());
        queue.start();
        queue.add("a");
        await().until(() -> count("workqueue_adds") == 1);
        assertThat(registry.scrape().stream()
                        .map(snapshot -> snapshot.getMetadata().getName()))
                .contains(
                        "workqueue_depth",
                        "workqueue_adds",
                        "workqueue_retries",
                        "workqueue_queue_duration_seconds",
                        "workqueue_work_duration_seconds",
                        "workqueue_unfinished_work_seconds",
                        "workqueue_longest_running_processor_seconds");
    }

    private double count(String name) {
        for (MetricSnapshot snapshot : registry.scrape()) {
            if (snapshot instanceof CounterSnapshot counter
                    && snapshot.getMetadata().getName().equals(name)) {
                return counter.getDataPoints().stream()
                        .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                        .sum();
            }
        }
        return 0;
    }
}
