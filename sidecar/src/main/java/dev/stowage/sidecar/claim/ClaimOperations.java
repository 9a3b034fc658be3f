package dev.stowage.sidecar.claim;

import dev.stowage.k8s.NamespacedName;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// What this process remembers about its calls for claims. It may be lost: without it, whatever a claim's
/// status shows as in progress counts as in progress. Thread-safe.
public final class ClaimOperations {
    private final Map<NamespacedName, ClaimOperationState> memos = new ConcurrentHashMap<>();

    public ClaimOperationState of(NamespacedName claim) {
        return memos.getOrDefault(claim, ClaimOperationState.NONE);
    }

    /// A call is about to be made. The result is uncertain until a final answer.
    public void started(NamespacedName claim) {
        change(
                claim,
                claimOperationState ->
                        new ClaimOperationState(false, false, false, claimOperationState.delayedUntil()));
    }

    /// The driver returned a final answer.
    public void settled(NamespacedName claim) {
        change(
                claim,
                claimOperationState -> new ClaimOperationState(
                        true, claimOperationState.inUse(), false, claimOperationState.delayedUntil()));
    }

    public void inUse(NamespacedName claim) {
        change(
                claim,
                claimOperationState -> new ClaimOperationState(
                        claimOperationState.settled(), true, false, claimOperationState.delayedUntil()));
    }

    public void overdue(NamespacedName claim) {
        change(
                claim,
                claimOperationState -> new ClaimOperationState(
                        claimOperationState.settled(),
                        claimOperationState.inUse(),
                        true,
                        claimOperationState.delayedUntil()));
    }

    /// The same request is not retried before that time. The time does not change once it is set.
    public void delay(NamespacedName claim, Instant until, Instant now) {
        change(
                claim,
                claimOperationState -> claimOperationState.remainingDelay(now).isPositive()
                        ? claimOperationState
                        : new ClaimOperationState(
                                claimOperationState.settled(),
                                claimOperationState.inUse(),
                                claimOperationState.overdue(),
                                until));
    }

    public void clearDelay(NamespacedName claim) {
        change(
                claim,
                claimOperationState -> new ClaimOperationState(
                        claimOperationState.settled(),
                        claimOperationState.inUse(),
                        claimOperationState.overdue(),
                        null));
    }

    public void forget(NamespacedName claim) {
        memos.remove(claim);
    }

    int size() {
        return memos.size();
    }

    private void change(NamespacedName claim, UnaryOperator<ClaimOperationState> to) {
        memos.compute(claim, (_, before) -> {
            ClaimOperationState after = to.apply(before == null ? ClaimOperationState.NONE : before);
            return after.equals(ClaimOperationState.NONE) ? null : after;
        });
    }
}
