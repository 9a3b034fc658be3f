package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.registry.generic.RequestTarget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Long-running requests, such as watches, which must be ended on shutdown. Thread-safe.
final class LongRunningRequests {
    private final Map<Thread, RequestTarget> watching = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /// @return false if the server is stopping
    boolean begin(RequestTarget target) {
        watching.put(Thread.currentThread(), target);
        if (ending) {
            end();
            return false;
        }
        return true;
    }

    void end() {
        watching.remove(Thread.currentThread());
    }

    int size() {
        return watching.size();
    }

    boolean isEnding() {
        return ending;
    }

    void endWhere(Predicate<RequestTarget> which) {
        watching.forEach((thread, target) -> {
            if (which.test(target)) {
                thread.interrupt();
            }
        });
    }

    void endAll() {
        ending = true;
        endWhere(_ -> true);
    }
}
