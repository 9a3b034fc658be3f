package dev.stowage.kube.manager;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// The life of a process: it begins, waits for its end, and closes what it opened, the latest first. Or the life of a
/// part of a process, which begins and is ended by its owner.
public final class Lifecycle {
    /// Well within what a kubelet grants.
    private static final Duration USUAL_GRACE = Duration.ofSeconds(20);

    private final ShutdownSignal shutdownSignal;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private Runnable cut = () -> {};

    public Lifecycle() {
        this(USUAL_GRACE);
    }

    /// @param grace how long a signal waits until all is closed
    public Lifecycle(Duration grace) {
        this.shutdownSignal = new ShutdownSignal(grace);
    }

    /// Opens everything; returns when all is under way.
    @FunctionalInterface
    public interface Startup {
        void begin() throws IOException, InterruptedException;
    }

    public ShutdownSignal shutdownSignal() {
        return shutdownSignal;
    }

    /// @param closing run at the end, before those that were given earlier
    public void onShutdown(Runnable closing) {
        open.push(closing);
    }

    /// @param action run first when somebody else may be at our work by now: not one more request
    public void onImmediateStop(Runnable action) {
        cut = action;
    }

    /// @return the exit status: 0 when the process was told to end
    public int run(Startup startup) throws IOException, InterruptedException {
        shutdownSignal.listen();
        try {
            startup.begin();
            shutdownSignal.begun();
            ShutdownSignal.Mode mode = shutdownSignal.await();
            if (mode == ShutdownSignal.Mode.AT_ONCE) {
                cut.run();
            }
            return mode == ShutdownSignal.Mode.ORDERLY ? 0 : 1;
        } catch (InterruptedException e) {
            if (!shutdownSignal.isRequested()) {
                throw e;
            }
            return 0;
        } finally {
            shutdownSignal.begun();
            boolean _ = Thread.interrupted();
            close();
            shutdownSignal.over();
        }
    }

    /// Begins as a part of a process; signals are somebody else's.
    ///
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public RunningComponent open(Startup startup, Consumer<String> failed) throws IOException, InterruptedException {
        shutdownSignal.delegateTo(failed);
        boolean begun = false;
        try {
            startup.begin();
            begun = true;
        } finally {
            if (!begun) {
                end();
            }
        }
        return this::end;
    }

    private void end() {
        shutdownSignal.requestShutdown();
        close();
    }

    private synchronized void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }
}
