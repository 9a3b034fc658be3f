package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The queue of the writer thread. It is bounded, so that callers wait if the writer cannot keep up. Safe for
/// many threads.
final class WriteQueue<T> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Condition emptied = lock.newCondition();
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private final int capacity;
    private boolean closed;

    WriteQueue(int capacity) {
        this.capacity = capacity;
    }

    void put(T work) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && waiting.size() >= capacity) {
                emptied.await();
            }
            if (closed) {
                throw new IOException("the store is closed");
            }
            waiting.add(work);
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    /// All waiting writes, up to a limit; empty after the timeout, or when the queue is closed and empty.
    List<T> take(int limit, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = nanos;
            while (waiting.isEmpty() && !closed && remaining > 0) {
                remaining = filled.awaitNanos(remaining);
            }
            int count = Math.min(limit, waiting.size());
            List<T> taken = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                taken.add(waiting.remove());
            }
            emptied.signalAll();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /// True when the queue is closed and empty.
    boolean isDone() {
        lock.lock();
        try {
            return closed && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Queued writes are still processed; new ones are rejected.
    void close() {
        lock.lock();
        try {
            closed = true;
            filled.signalAll();
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
