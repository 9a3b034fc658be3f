package dev.stowage.sidecar.claim;

import dev.stowage.kube.object.Key;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// What this process remembers of its calls for claims. It is small and may be lost: without it, whatever a claim says
/// to be under way counts as under way. Thread-safe.
public final class Past {
    private final Map<Key, Memo> memos = new ConcurrentHashMap<>();

    public Memo of(Key claim) {
        return memos.getOrDefault(claim, Memo.NONE);
    }

    /// A call is about to leave. From here on nothing is sure until an answer says so.
    public void calling(Key claim) {
        change(claim, memo -> new Memo(false, false, false, memo.slowUntil()));
    }

    /// The driver answered, and is done.
    public void settled(Key claim) {
        change(claim, memo -> new Memo(true, memo.inUse(), false, memo.slowUntil()));
    }

    public void inUse(Key claim) {
        change(claim, memo -> new Memo(memo.settled(), true, false, memo.slowUntil()));
    }

    public void overdue(Key claim) {
        change(claim, memo -> new Memo(memo.settled(), memo.inUse(), true, memo.slowUntil()));
    }

    /// The same wish is not tried again before that time, nor is the time moved once it is set.
    public void slow(Key claim, Instant until, Instant now) {
        change(
                claim,
                memo -> memo.rest(now).isPositive()
                        ? memo
                        : new Memo(memo.settled(), memo.inUse(), memo.overdue(), until));
    }

    public void quick(Key claim) {
        change(claim, memo -> new Memo(memo.settled(), memo.inUse(), memo.overdue(), null));
    }

    public void forget(Key claim) {
        memos.remove(claim);
    }

    int size() {
        return memos.size();
    }

    private void change(Key claim, UnaryOperator<Memo> to) {
        memos.compute(claim, (_, before) -> {
            Memo after = to.apply(before == null ? Memo.NONE : before);
            return after.equals(Memo.NONE) ? null : after;
        });
    }
}
