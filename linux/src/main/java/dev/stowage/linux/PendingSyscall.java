package dev.stowage.linux;

import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A call submitted to the pool. Knows whether it has started: only a call that has not started can be
/// withdrawn for certain.
final class PendingSyscall<T extends @Nullable Object> extends FutureTask<T> {
    private enum State {
        WAITING,
        RUNNING,
        WITHDRAWN,
        LEFT_BEHIND,
        ENDED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final BlockingLanes.Permit permit;
    private final Runnable afterLeftBehind;

    PendingSyscall(BlockingCalls.Body<T> body, BlockingLanes.Permit permit, Runnable afterLeftBehind) {
        super(body::run);
        this.permit = permit;
        this.afterLeftBehind = afterLeftBehind;
    }

    @Override
    public void run() {
        if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
            return;
        }
        try {
            super.run();
        } finally {
            permit.close();
            if (state.getAndSet(State.ENDED) == State.LEFT_BEHIND) {
                afterLeftBehind.run();
            }
        }
    }

    /// True when the call will never run.
    boolean withdraw() {
        boolean withdrawn = state.compareAndSet(State.WAITING, State.WITHDRAWN);
        if (withdrawn) {
            permit.close();
        }
        return withdrawn;
    }

    void leaveBehind() {
        if (!state.compareAndSet(State.RUNNING, State.LEFT_BEHIND)) {
            afterLeftBehind.run();
        }
    }
}
