package dev.stowage.linux;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs system calls that can hang on separate platform threads, with a deadline for the caller.
///
/// A call inside the kernel pins the carrier of a virtual thread and cannot be interrupted. So it runs here: the
/// number of threads is bounded, callers beyond the queue are refused, and one lane (one file system or server)
/// can hold only part of the threads, so that a dead server leaves threads for the others.
///
/// A call that is made on such a thread runs at once on that thread: it may block there, and the caller of the outer
/// call has the deadline. So whoever runs a whole operation here, on a pool of its own, takes no threads of another.
public final class BlockingCalls {
    private static final Logger log = LoggerFactory.getLogger(BlockingCalls.class);
    private static final BlockingCalls SHARED = new BlockingCalls(16, 512, 4, Duration.ofSeconds(90));

    private final ThreadPoolExecutor workers;
    private final BlockingLanes lanes;
    private final Duration deadline;
    private final AtomicInteger stuck = new AtomicInteger();

    private static final class Worker extends Thread {
        private static final AtomicInteger NUMBER = new AtomicInteger();

        Worker(Runnable work) {
            super(work, "linux-call-" + NUMBER.getAndIncrement());
            setDaemon(true);
        }
    }

    /// What to run. Its exception is passed to the caller unchanged.
    @FunctionalInterface
    public interface Body<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /// As [Body], without a result.
    @FunctionalInterface
    public interface Action {
        void run() throws IOException;
    }

    /// @param threads calls inside the kernel at the same time
    /// @param waiting calls that may wait for a thread; the next one is refused
    /// @param perLane calls of one lane inside the kernel or waiting for a thread; further ones wait for their
    ///     lane
    /// @param deadline how long a caller waits, all waiting included
    public BlockingCalls(int threads, int waiting, int perLane, Duration deadline) {
        this.workers = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), Worker::new);
        this.workers.allowCoreThreadTimeOut(true);
        this.lanes = new BlockingLanes(perLane);
        this.deadline = deadline;
    }

    /// The pool that the whole process shares, because the limit protects the process.
    public static BlockingCalls shared() {
        return SHARED;
    }

    /// The number of calls that are still inside the kernel although their caller no longer waits.
    public int stuck() {
        return stuck.get();
    }

    int running() {
        return workers.getActiveCount();
    }

    int queued() {
        return workers.getQueue().size();
    }

    public void run(String lane, String call, Object subject, Action action) throws IOException {
        this.<@Nullable Void>call(lane, call, subject, () -> {
            action.run();
            return null;
        });
    }

    /// @throws SyscallRefusedException when the call was never started
    /// @throws UncertainOutcomeException when the caller stopped waiting for a call that is still running
    public <T extends @Nullable Object> T call(String lane, String call, Object subject, Body<T> body)
            throws IOException {
        if (Thread.currentThread() instanceof Worker) {
            return body.run();
        }
        long end = System.nanoTime() + deadline.toNanos();
        BlockingLanes.Permit permit = lane(lane, call, subject, end);
        PendingSyscall<T> pending = new PendingSyscall<>(body, permit, () -> leftBehindHasEnded(call, subject));
        try {
            workers.execute(pending);
        } catch (RejectedExecutionException e) {
            permit.close();
            SyscallRefusedException refused = new SyscallRefusedException(
                    call,
                    subject.toString(),
                    "All " + workers.getMaximumPoolSize() + " threads for system calls are busy, " + stuck.get()
                            + " of them with calls that hang, and the queue is full. Check for an unresponsive server or disk.");
            refused.initCause(e);
            throw refused;
        }
        return await(pending, call, subject, end);
    }

    private BlockingLanes.Permit lane(String lane, String call, Object subject, long end)
            throws SyscallRefusedException {
        try {
            return lanes.enter(lane, end - System.nanoTime())
                    .orElseThrow(() -> new SyscallRefusedException(
                            call,
                            subject.toString(),
                            "Earlier calls on file system " + lane
                                    + " hang; check the server or device behind it, then try again."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notStarted(call, subject, e);
        }
    }

    private <T extends @Nullable Object> T await(PendingSyscall<T> pending, String call, Object subject, long end)
            throws IOException {
        try {
            return pending.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException failure -> throw failure;
                case RuntimeException bug -> throw bug;
                case Error error -> throw error;
                case null, default ->
                    throw new IllegalStateException(call + " of " + subject + " failed unexpectedly.", e);
            }
        } catch (TimeoutException e) {
            if (withdraw(pending)) {
                throw notStarted(call, subject, e);
            }
            leaveBehind(pending, call, subject);
            throw new SyscallTimedOutException(call, subject.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (withdraw(pending)) {
                throw notStarted(call, subject, e);
            }
            leaveBehind(pending, call, subject);
            throw new SyscallInterruptedException(call, subject.toString());
        }
    }

    private boolean withdraw(PendingSyscall<?> pending) {
        boolean withdrawn = pending.withdraw();
        if (withdrawn) {
            workers.remove(pending);
        }
        return withdrawn;
    }

    private void leaveBehind(PendingSyscall<?> pending, String call, Object subject) {
        stuck.incrementAndGet();
        log.warn("{} of {} is still running in the kernel after its caller timed out.", call, subject);
        pending.leaveBehind();
    }

    private void leftBehindHasEnded(String call, Object subject) {
        stuck.decrementAndGet();
        log.info("{} of {} finished after its caller had timed out.", call, subject);
    }

    private static SyscallRefusedException notStarted(String call, Object subject, Exception cause) {
        SyscallRefusedException refused = new SyscallRefusedException(
                call, subject.toString(), "The deadline passed before the call started; nothing was done.");
        refused.initCause(cause);
        return refused;
    }
}
