package dev.stowage.cli.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// For a terminal: the current step has an animated line. Thread-safe.
final class LiveDemoListener implements DemoListener {
    private static final long TICK_MILLIS = 100;

    private final PrintStream out;
    private final DemoText demoText;
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("progress").factory());
    private @Nullable String underWay;
    private long began;
    private int tick;

    LiveDemoListener(PrintStream out, DemoText demoText) {
        this.out = out;
        this.demoText = demoText;
        var _ = ticker.scheduleAtFixedRate(this::draw, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void stepStarted(int number, int of, DemoStep demoStep) {
        underWay = demoText.stepStarted(number, of, demoStep);
        began = System.nanoTime();
        draw();
    }

    private synchronized void draw() {
        if (underWay != null) {
            Duration since = Duration.ofNanos(System.nanoTime() - began);
            out.print(DemoText.CLEAR + demoText.stepRunning(underWay, tick++, since));
            out.flush();
        }
    }

    @Override
    public synchronized void stepEnded(int number, int of, StepResult stepResult) {
        underWay = null;
        out.print(DemoText.CLEAR + demoText.stepEnded(number, of, stepResult));
        out.flush();
    }

    @Override
    public synchronized void close() {
        ticker.shutdownNow();
        if (underWay != null) {
            underWay = null;
            out.print(DemoText.CLEAR);
            out.flush();
        }
    }
}
