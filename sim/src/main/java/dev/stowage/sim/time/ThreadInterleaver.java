package dev.stowage.sim.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Lets one thread run at a time. Threads stop before each external call, and the next one to continue is chosen at
/// random. So every interleaving happens in some run, and the same seed gives the same run.
///
/// A thread takes part from the first time it stops here, or from its creation when it comes from [#thread].
public final class ThreadInterleaver {
    private static final int LOOK_MILLIS = 2;
    private static final int LOOKS = 25;
    /// How often a waiting thread is checked again: the running thread may have notified it.
    private static final int LOOKS_AGAIN = 5;

    private final RandomGenerator random;
    private final List<Waiting> waiting = new ArrayList<>();
    /// The running threads, with how often in a row they were seen waiting for something other than a turn.
    private final Map<Thread, Integer> running = new HashMap<>();
    /// In the order of their creation; threads created elsewhere have none, and are ordered by where they stop.
    private final Map<Thread, Long> numbers = new HashMap<>();
    private final Map<Object, Long> births = new HashMap<>();
    private final Set<Object> ended = new HashSet<>();

    private record Waiting(Object group, String where, Thread thread, long number, BooleanSupplier ready, Turn turn) {}

    private static final class Turn {
        private final CountDownLatch latch = new CountDownLatch(1);
        private volatile boolean cancelled;
    }

    public ThreadInterleaver(RandomGenerator random) {
        this.random = random;
    }

    /// A thread that waits for its first turn as soon as it is started.
    ///
    /// @param group the process it belongs to
    public synchronized Thread thread(Object group, String name, Runnable body) {
        long number = births.merge(group, 1L, Long::sum);
        Thread thread = Thread.ofVirtual().name(name + "-" + number).unstarted(() -> {
            try {
                stop(group, name, () -> true);
                body.run();
            } catch (InterruptedException e) {
                // Its process was killed.
            } finally {
                leave();
            }
        });
        numbers.put(thread, number);
        running.put(thread, 0);
        return thread;
    }

    private synchronized void leave() {
        running.remove(Thread.currentThread());
        numbers.remove(Thread.currentThread());
        notifyAll();
    }

    /// Waits for the next turn.
    ///
    /// @param where a label for the log of the run
    /// @param ready whether the thread could use a turn
    /// @throws InterruptedException when the process was killed in the meantime
    public void stop(Object group, String where, BooleanSupplier ready) throws InterruptedException {
        Turn turn = new Turn();
        synchronized (this) {
            Thread me = Thread.currentThread();
            running.remove(me);
            if (ended.contains(group)) {
                notifyAll();
                throw new InterruptedException("the process has ended");
            }
            waiting.add(new Waiting(group, where, me, numbers.getOrDefault(me, 0L), ready, turn));
            notifyAll();
        }
        turn.latch.await();
        if (turn.cancelled) {
            throw new InterruptedException("the process has ended");
        }
    }

    /// Waits until no thread runs. A thread that waits for another, and not for a turn, does not run.
    public synchronized void settle() throws InterruptedException {
        while (running.entrySet().stream().anyMatch(ThreadInterleaver::isBusy)) {
            wait(LOOK_MILLIS);
        }
    }

    /// A blocked thread was notified, or waits for a monitor, and continues as soon as the owner releases it:
    /// no thread stops here while it holds a monitor.
    private static boolean isBusy(Map.Entry<Thread, Integer> entry) {
        boolean parked = switch (entry.getKey().getState()) {
            case WAITING, TIMED_WAITING -> true;
            case BLOCKED, NEW, RUNNABLE, TERMINATED -> false;
        };
        entry.setValue(parked ? entry.getValue() + 1 : 0);
        return entry.getValue() < LOOKS;
    }

    /// Waits until this many threads of a group have stopped here.
    public synchronized void await(Object group, int threads) throws InterruptedException {
        while (waiting.stream().filter(one -> one.group().equals(group)).count() < threads) {
            wait();
        }
    }

    /// Gives one thread a turn and waits until none runs.
    ///
    /// @return where the thread had stopped; empty when no thread is ready
    public Optional<String> next() throws InterruptedException {
        Waiting chosen;
        synchronized (this) {
            settle();
            chosen = draw();
            if (chosen == null) {
                return Optional.empty();
            }
            waiting.remove(chosen);
            running.replaceAll((_, looks) -> Math.min(looks, LOOKS - LOOKS_AGAIN));
            running.put(chosen.thread(), 0);
        }
        chosen.turn().latch.countDown();
        settle();
        return Optional.of(chosen.where());
    }

    private @Nullable Waiting draw() {
        List<Waiting> ready = waiting.stream()
                .filter(one -> one.ready().getAsBoolean())
                .sorted(Comparator.comparingLong(Waiting::number).thenComparing(Waiting::where))
                .toList();
        return ready.isEmpty() ? null : ready.get(random.nextInt(ready.size()));
    }

    /// The threads of that process get no more turns; each is interrupted where it stops.
    public synchronized void end(Object group) {
        ended.add(group);
        for (Waiting one : List.copyOf(waiting)) {
            if (one.group().equals(group)) {
                waiting.remove(one);
                one.turn().cancelled = true;
                one.turn().latch.countDown();
            }
        }
    }
}
