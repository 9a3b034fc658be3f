package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.registry.generic.RequestTarget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The requests that last until somebody ends them. Thread-safe.
final class LongRunningRequests {
    private final Map<Thread, RequestTarget> watching = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /// @return false when nothing more may begin
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
