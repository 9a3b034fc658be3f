package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// One operation on an object at a time. Callers never wait here: the second one gets ABORTED, because the first
/// may hang for as long as a dead disk does. Several callers may share an object that none of them changes.
final class OperationLocks {

    private static final int EXCLUSIVE = -1;

    /// How many share the object, or [#EXCLUSIVE]; unlocked objects are not in the map.
    private final ConcurrentMap<Object, Integer> held = new ConcurrentHashMap<>();

    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    Held exclusive(Object what) throws CsiException {
        if (held.putIfAbsent(what, EXCLUSIVE) != null) {
            throw busy(what);
        }
        return () -> held.remove(what);
    }

    Held shared(Object what) throws CsiException {
        if (held.merge(what, 1, (before, one) -> before == EXCLUSIVE ? EXCLUSIVE : before + one) == EXCLUSIVE) {
            throw busy(what);
        }
        return () -> held.computeIfPresent(what, (_, sharers) -> sharers == 1 ? null : sharers - 1);
    }

    private static CsiException busy(Object what) {
        return CsiException.aborted("an operation on " + what + " is already in progress; try again later");
    }
}
