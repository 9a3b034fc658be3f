package dev.stowage.kube.workqueue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keys to reconcile, and the workers that reconcile them.
///
/// Guarantees:
/// - One worker at a time processes a key. A key added meanwhile is processed once more afterwards.
/// - A key added many times before its turn is processed once.
/// - A lane never has more workers than its limit, and lanes do not wait for each other.
/// - A failing worker delays only its own key.
///
/// Thread-safe. Nothing is processed before [#start].
public final class WorkQueue<K> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(WorkQueue.class);
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    /// Reconciles a key with the current state, whatever triggered it.
    @FunctionalInterface
    public interface Worker<K> {
        ReconcileResult work(K key) throws Exception;
    }

    private static final class Entry<K> {
        private final K key;
        private boolean ready;
        private boolean working;
        private boolean dirty;
        private int failures;
        private long since;

        Entry(K key) {
            this.key = key;
        }
    }

    private static final class LaneState<K> {
        private final QueueLane lane;
        private final Deque<Entry<K>> ready = new ArrayDeque<>();
        private int working;

        LaneState(QueueLane lane) {
            this.lane = lane;
        }
    }

    private final String name;
    private final List<LaneState<K>> lanes = new ArrayList<>();
    private final ToIntFunction<K> laneOf;
    private final ExponentialBackoff backoff;
    private final Worker<K> worker;
    private final ScheduledExecutorService timer;
    private final WorkQueueMetrics queues;
    private final WorkQueueMetrics.OfQueue metrics;
    private final Map<K, Entry<K>> entries = new HashMap<>();
    private final Map<Thread, Entry<K>> threads = new HashMap<>();
    private boolean started;
    private boolean closed;

    public WorkQueue(
            String name,
            List<QueueLane> lanes,
            ToIntFunction<K> laneOf,
            ExponentialBackoff backoff,
            Worker<K> worker,
            ScheduledExecutorService timer,
            WorkQueueMetrics queues) {
        this.name = name;
        lanes.forEach(lane -> this.lanes.add(new LaneState<>(lane)));
        this.laneOf = laneOf;
        this.backoff = backoff;
        this.worker = worker;
        this.timer = timer;
        this.queues = queues;
        this.metrics = queues.of(name, this::inProgress);
    }

    /// A queue of one lane.
    public WorkQueue(
            String name,
            int workers,
            ExponentialBackoff backoff,
            Worker<K> worker,
            ScheduledExecutorService timer,
            WorkQueueMetrics queues) {
        this(name, List.of(new QueueLane(name, workers)), _ -> 0, backoff, worker, timer, queues);
    }

    public synchronized void start() {
        started = true;
        lanes.forEach(this::dispatch);
    }

    /// Queues the key for the next free worker, even if it is in a back-off pause.
    public synchronized void add(K key) {
        if (closed) {
            return;
        }
        Entry<K> entry = entries.computeIfAbsent(key, Entry::new);
        if (entry.working) {
            entry.dirty = true;
        } else if (!entry.ready) {
            makeReady(entry);
        }
    }

    /// Queues the key after that time; it may be processed earlier for another reason.
    public void addAfter(K key, Duration delay) {
        if (delay.isPositive()) {
            var _ = timer.schedule(() -> add(key), delay.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            add(key);
        }
    }

    /// The object is deleted: forgets its failures.
    public synchronized void forget(K key) {
        Entry<K> entry = entries.get(key);
        if (entry != null) {
            entry.failures = 0;
            drop(entry);
        }
    }

    /// The number of failures in a row of a key.
    public synchronized int failures(K key) {
        Entry<K> entry = entries.get(key);
        return entry == null ? 0 : entry.failures;
    }

    public synchronized int depth() {
        return lanes.stream().mapToInt(lane -> lane.ready.size()).sum();
    }

    private void makeReady(Entry<K> entry) {
        entry.ready = true;
        entry.since = System.nanoTime();
        LaneState<K> lane = lanes.get(laneOf.applyAsInt(entry.key));
        lane.ready.add(entry);
        metrics.added();
        dispatch(lane);
    }

    private void dispatch(LaneState<K> lane) {
        while (started && !closed && lane.working < lane.lane.workers() && !lane.ready.isEmpty()) {
            Entry<K> entry = lane.ready.remove();
            entry.ready = false;
            entry.working = true;
            lane.working++;
            long now = System.nanoTime();
            metrics.began(now - entry.since);
            entry.since = now;
            Thread thread = queues.thread(name, () -> run(lane, entry));
            threads.put(thread, entry);
            thread.start();
        }
        metrics.depth(depth());
    }

    private void run(LaneState<K> lane, Entry<K> entry) {
        ReconcileResult outcome;
        try {
            outcome = worker.work(entry.key);
        } catch (InterruptedException e) {
            outcome = ReconcileResult.retry("");
        } catch (Exception | LinkageError | StackOverflowError e) {
            // One broken object must not stop the others.
            log.warn("{}: {}: {}", name, entry.key, e.toString(), e instanceof RuntimeException ? e : null);
            outcome = ReconcileResult.retry("");
        }
        end(lane, entry, outcome);
    }

    private synchronized void end(LaneState<K> lane, Entry<K> entry, ReconcileResult outcome) {
        lane.working--;
        threads.remove(Thread.currentThread());
        metrics.ended(System.nanoTime() - entry.since);
        entry.working = false;
        switch (outcome) {
            case ReconcileResult.Done() -> entry.failures = 0;
            case ReconcileResult.RequeueAfter(Duration after) -> {
                entry.failures = 0;
                if (after.isPositive()) {
                    addAfter(entry.key, after);
                } else {
                    entry.dirty = true;
                }
            }
            case ReconcileResult.Retry(String why) -> {
                Duration pause = backoff.pause(entry.failures++);
                metrics.retried();
                if (!why.isEmpty()) {
                    log.info("{}: {}: {} (retrying in {})", name, entry.key, why, pause);
                }
                addAfter(entry.key, pause);
            }
        }
        if (entry.dirty) {
            entry.dirty = false;
            if (!entry.ready) {
                makeReady(entry);
            }
        } else {
            drop(entry);
        }
        dispatch(lane);
        notifyAll();
    }

    /// Entries without state are removed; otherwise the map would grow forever.
    private void drop(Entry<K> entry) {
        if (!entry.ready && !entry.working && entry.failures == 0) {
            entries.remove(entry.key);
        }
    }

    private synchronized WorkQueueMetrics.InProgress inProgress() {
        long now = System.nanoTime();
        long sum = 0;
        long oldest = 0;
        for (Entry<K> entry : threads.values()) {
            sum += now - entry.since;
            oldest = Math.max(oldest, now - entry.since);
        }
        return new WorkQueueMetrics.InProgress(sum, oldest);
    }

    /// Accepts no more work and waits some seconds for running work, then interrupts it.
    @Override
    public synchronized void close() {
        closed = true;
        long end = System.nanoTime() + CLOSE_GRACE.toNanos();
        try {
            while (!threads.isEmpty() && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.keySet().forEach(Thread::interrupt);
    }
}
