package dev.stowage.cli.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// For a terminal: the step that is under way has a line that moves. Thread-safe.
final class LiveProgress implements Progress {
    private static final long TICK_MILLIS = 100;

    private final PrintStream out;
    private final Lines lines;
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("progress").factory());
    private @Nullable String underWay;
    private long began;
    private int tick;

    LiveProgress(PrintStream out, Lines lines) {
        this.out = out;
        this.lines = lines;
        var _ = ticker.scheduleAtFixedRate(this::draw, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void begins(int number, int of, Step step) {
        underWay = lines.begun(number, of, step);
        began = System.nanoTime();
        draw();
    }

    private synchronized void draw() {
        if (underWay != null) {
            Duration since = Duration.ofNanos(System.nanoTime() - began);
            out.print(Lines.CLEAR + lines.moving(underWay, tick++, since));
            out.flush();
        }
    }

    @Override
    public synchronized void ended(int number, int of, Result result) {
        underWay = null;
        out.print(Lines.CLEAR + lines.ended(number, of, result));
        out.flush();
    }

    @Override
    public synchronized void close() {
        ticker.shutdownNow();
        if (underWay != null) {
            underWay = null;
            out.print(Lines.CLEAR);
            out.flush();
        }
    }
}
