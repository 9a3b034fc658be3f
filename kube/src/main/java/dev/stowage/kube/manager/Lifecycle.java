package dev.stowage.kube.manager;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// The life cycle of a process: it starts, waits for its shutdown, and closes what it opened, in reverse order.
/// Also the life cycle of a part of a process, which its owner starts and stops.
public final class Lifecycle {
    /// Well within the grace period of a kubelet.
    private static final Duration USUAL_GRACE = Duration.ofSeconds(20);

    private final ShutdownSignal shutdownSignal;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private Runnable immediateStop = () -> {};

    public Lifecycle() {
        this(USUAL_GRACE);
    }

    /// @param grace how long a signal waits until everything is closed
    public Lifecycle(Duration grace) {
        this.shutdownSignal = new ShutdownSignal(grace);
    }

    /// Opens everything; returns when everything is started.
    @FunctionalInterface
    public interface Startup {
        void start() throws IOException, InterruptedException;
    }

    public ShutdownSignal shutdownSignal() {
        return shutdownSignal;
    }

    /// @param closing run at shutdown, before those that were added earlier
    public void onShutdown(Runnable closing) {
        open.push(closing);
    }

    /// @param action run first when another process may already do our work: not one more request
    public void onImmediateStop(Runnable action) {
        immediateStop = action;
    }

    /// @return the exit status: 0 after a requested shutdown
    public int run(Startup startup) throws IOException, InterruptedException {
        shutdownSignal.listen();
        try {
            startup.start();
            shutdownSignal.started();
            ShutdownSignal.Mode mode = shutdownSignal.await();
            if (mode == ShutdownSignal.Mode.AT_ONCE) {
                immediateStop.run();
            }
            return mode == ShutdownSignal.Mode.ORDERLY ? 0 : 1;
        } catch (InterruptedException e) {
            if (!shutdownSignal.isRequested()) {
                throw e;
            }
            return 0;
        } finally {
            shutdownSignal.started();
            boolean _ = Thread.interrupted();
            close();
            shutdownSignal.over();
        }
    }

    /// Starts as a part of a process, which handles the signals itself.
    ///
    /// @param failed called with the reason when the part cannot continue; it must still be closed
    public RunningComponent open(Startup startup, Consumer<String> failed) throws IOException, InterruptedException {
        shutdownSignal.delegateTo(failed);
        boolean started = false;
        try {
            startup.start();
            started = true;
        } finally {
            if (!started) {
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
