package dev.stowage.apiserver.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The requests that last until somebody ends them. Thread-safe.
final class Running {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /// @return false when nothing more may begin
    boolean begin() {
        threads.add(Thread.currentThread());
        if (ending) {
            threads.remove(Thread.currentThread());
            return false;
        }
        return true;
    }

    void end() {
        threads.remove(Thread.currentThread());
    }

    int size() {
        return threads.size();
    }

    boolean isEnding() {
        return ending;
    }

    void endAll() {
        ending = true;
        threads.forEach(Thread::interrupt);
    }
}
