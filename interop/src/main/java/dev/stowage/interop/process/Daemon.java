package dev.stowage.interop.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that runs until we stop it. Its output goes to a log file.
public final class Daemon implements AutoCloseable {

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final String name;
    private final Process process;
    private final Path log;

    private Daemon(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /// @param environment variables in addition to ours
    public static Daemon start(String name, Path logs, Map<String, String> environment, List<String> argv)
            throws IOException {
        Path log = logs.resolve(name + ".log");
        ProcessBuilder builder = ProcessGroup.builder(argv)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new Daemon(name, builder.start(), log);
    }

    public static Daemon start(String name, Path logs, List<String> argv) throws IOException {
        return start(name, logs, Map.of(), argv);
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /// Waits for a program that ends by itself.
    ///
    /// @return whether it ended in time
    public boolean awaitEnd(Duration deadline) throws InterruptedException {
        return process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    public int exit() {
        return process.exitValue();
    }

    public void requireAlive() throws IOException {
        if (!alive()) {
            throw new IOException("%s ended with exit status %d; its log %s ends with:%n%s"
                    .formatted(name, process.exitValue(), log, LogTail.of(log, 15)));
        }
    }

    /// SIGKILL, as a crash would be.
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        ProcessGroup.of(process).kill();
    }

    /// Sends SIGTERM, and SIGKILL after a few seconds.
    @Override
    public void close() {
        close(GRACE);
    }

    /// The same with a longer timeout, for a program whose shutdown is tested.
    public void close(Duration grace) {
        process.destroy();
        boolean interrupted = false;
        try {
            process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        process.destroyForcibly();
        ProcessGroup.of(process).kill();
        process.onExit().join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
