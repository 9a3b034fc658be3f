package dev.stowage.sidecar.claim;

import dev.stowage.k8s.NamespacedName;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// What this process remembers of its calls for claims. It is small and may be lost: without it, whatever a claim says
/// to be under way counts as under way. Thread-safe.
public final class Past {
    private final Map<NamespacedName, Memo> memos = new ConcurrentHashMap<>();

    public Memo of(NamespacedName claim) {
        return memos.getOrDefault(claim, Memo.NONE);
    }

    /// A call is about to leave. From here on nothing is sure until an answer says so.
    public void calling(NamespacedName claim) {
        change(claim, memo -> new Memo(false, false, false, memo.slowUntil()));
    }

    /// The driver answered, and is done.
    public void settled(NamespacedName claim) {
        change(claim, memo -> new Memo(true, memo.inUse(), false, memo.slowUntil()));
    }

    public void inUse(NamespacedName claim) {
        change(claim, memo -> new Memo(memo.settled(), true, false, memo.slowUntil()));
    }

    public void overdue(NamespacedName claim) {
        change(claim, memo -> new Memo(memo.settled(), memo.inUse(), true, memo.slowUntil()));
    }

    /// The same wish is not tried again before that time, nor is the time moved once it is set.
    public void slow(NamespacedName claim, Instant until, Instant now) {
        change(
                claim,
                memo -> memo.rest(now).isPositive()
                        ? memo
                        : new Memo(memo.settled(), memo.inUse(), memo.overdue(), until));
    }

    public void quick(NamespacedName claim) {
        change(claim, memo -> new Memo(memo.settled(), memo.inUse(), memo.overdue(), null));
    }

    public void forget(NamespacedName claim) {
        memos.remove(claim);
    }

    int size() {
        return memos.size();
    }

    private void change(NamespacedName claim, UnaryOperator<Memo> to) {
        memos.compute(claim, (_, before) -> {
            Memo after = to.apply(before == null ? Memo.NONE : before);
            return after.equals(Memo.NONE) ? null : after;
        });
    }
}
