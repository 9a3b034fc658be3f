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
    boolean begin(RequestTarget requestTarget) {
        watching.put(Thread.currentThread(), requestTarget);
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
        watching.forEach((thread, requestTarget) -> {
            if (which.test(requestTarget)) {
                thread.interrupt();
            }
        });
    }

    void endAll() {
        ending = true;
        endWhere(_ -> true);
    }
}
