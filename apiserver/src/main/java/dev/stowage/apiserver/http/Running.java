package dev.stowage.apiserver.http;

import dev.stowage.apiserver.engine.Target;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The requests that last until somebody ends them. Thread-safe.
final class Running {
    private final Map<Thread, Target> watching = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /// @return false when nothing more may begin
    boolean begin(Target target) {
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

    void endWhere(Predicate<Target> which) {
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
