package dev.stowage.kube.program;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/// The life of a process: it begins, waits for its end, and closes what it opened, the latest first. Or the life of a
/// part of a process, which begins and is ended by its owner.
public final class Life {
    /// Well within what a kubelet grants.
    private static final Duration USUAL_GRACE = Duration.ofSeconds(20);

    private final Ending ending;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private Runnable cut = () -> {};

    public Life() {
        this(USUAL_GRACE);
    }

    /// @param grace how long a signal waits until all is closed
    public Life(Duration grace) {
        this.ending = new Ending(grace);
    }

    /// Opens everything; returns when all is under way.
    @FunctionalInterface
    public interface Beginning {
        void begin() throws IOException, InterruptedException;
    }

    public Ending ending() {
        return ending;
    }

    /// @param closing run at the end, before those that were given earlier
    public void atTheEnd(Runnable closing) {
        open.push(closing);
    }

    /// @param action run first when somebody else may be at our work by now: not one more request
    public void atOnce(Runnable action) {
        cut = action;
    }

    /// @return the exit status: 0 when the process was told to end
    public int live(Beginning beginning) throws IOException, InterruptedException {
        ending.listen();
        try {
            beginning.begin();
            ending.begun();
            Ending.Kind kind = ending.await();
            if (kind == Ending.Kind.AT_ONCE) {
                cut.run();
            }
            return kind == Ending.Kind.ORDERLY ? 0 : 1;
        } catch (InterruptedException e) {
            if (!ending.hasCome()) {
                throw e;
            }
            return 0;
        } finally {
            ending.begun();
            boolean _ = Thread.interrupted();
            close();
            ending.over();
        }
    }

    /// Begins as a part of a process; signals are somebody else's.
    ///
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public Part open(Beginning beginning, Consumer<String> failed) throws IOException, InterruptedException {
        ending.belongTo(failed);
        boolean begun = false;
        try {
            beginning.begin();
            begun = true;
        } finally {
            if (!begun) {
                end();
            }
        }
        return this::end;
    }

    private void end() {
        ending.order();
        close();
    }

    private synchronized void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }
}
