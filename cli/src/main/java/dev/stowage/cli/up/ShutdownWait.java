package dev.stowage.cli.up;

import dev.stowage.cli.up.instance.UpInstanceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Waits for the exit of an instance and passes on the steps that it writes to its file.
///
/// @param steps receives each step once
record ShutdownWait(Path data, Consumer<String> steps) {

    /// @return whether it exited in time
    boolean await(ProcessHandle process, Duration longest) throws IOException, InterruptedException {
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            data.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            // The exit of the process does not change the directory, so it closes the watch.
            var _ = process.onExit().thenRun(() -> close(watch));
            follow(watch, longest);
        }
        return !process.isAlive();
    }

    private void follow(WatchService watch, Duration longest) throws IOException, InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        String shown = "";
        try {
            while (true) {
                String step = UpInstanceFile.stopping(data).orElse("");
                if (!step.isEmpty() && !step.equals(shown)) {
                    steps.accept(step);
                    shown = step;
                }
                WatchKey key = watch.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (key == null) {
                    return;
                }
                key.pollEvents();
                key.reset();
            }
        } catch (ClosedWatchServiceException _) {
            // It has exited.
        }
    }

    private static void close(WatchService watch) {
        try {
            watch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
