package dev.stowage.cli.up.process;

import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs `stowage driver` as a process and restarts it whenever it exits, until this is closed.
public final class DriverProcess implements RunningComponent {
    private static final Logger log = LoggerFactory.getLogger(DriverProcess.class);
    private static final ExponentialBackoff PAUSES =
            new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(30));
    private static final Duration GRACE = Duration.ofSeconds(20);

    /// After a run of this length, the next exit counts as the first failure.
    private static final Duration GOOD_LIFE = Duration.ofSeconds(30);

    private static final long LONG_LOG = 8 << 20;

    private final List<String> command;
    private final Path logs;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable Process process;

    private DriverProcess(String name, List<String> command, Path logs) {
        this.command = List.copyOf(command);
        this.logs = logs;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
    }

    /// Returns before the driver listens; clients wait for its socket.
    ///
    /// @param name for threads and logs
    /// @param line the driver's flags
    /// @param logs the file that gets what it prints
    public static DriverProcess open(String name, List<String> line, Path logs) throws IOException {
        // The kernel kills it when the thread that starts it ends. That thread also waits for it.
        List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
        List<String> arguments = new ArrayList<>(List.of("driver"));
        arguments.addAll(line);
        command.addAll(ReexecCommand.with(arguments));
        Files.createDirectories(logs.toAbsolutePath().getParent());
        DriverProcess driver = new DriverProcess(name, command, logs);
        driver.thread.start();
        return driver;
    }

    private void live() {
        int failures = 0;
        try {
            do {
                long began = System.nanoTime();
                String end = oneLife();
                if (closing.getCount() == 0) {
                    return;
                }
                failures = System.nanoTime() - began > GOOD_LIFE.toNanos() ? 0 : failures;
                Duration pause = PAUSES.pause(failures++);
                log.info("{} {}; restarting it in {} ms. Its log: {}", thread.getName(), end, pause.toMillis(), logs);
                if (closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            } while (closing.getCount() > 0);
        } catch (InterruptedException e) {
            log.debug("{} is no longer supervised.", thread.getName());
        }
    }

    /// @return how it ended
    private String oneLife() throws InterruptedException {
        try {
            Process started = start();
            return started == null ? "is no longer needed" : "exited with status " + started.waitFor();
        } catch (IOException e) {
            return "cannot be started: " + e.getMessage();
        }
    }

    private synchronized @Nullable Process start() throws IOException {
        if (closing.getCount() == 0) {
            return null;
        }
        if (Files.exists(logs) && Files.size(logs) > LONG_LOG) {
            Files.move(logs, logs.resolveSibling(logs.getFileName() + ".old"), StandardCopyOption.REPLACE_EXISTING);
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(logs.toFile()));
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        process = builder.start();
        return process;
    }

    /// Running calls are finished. Mounts are kept.
    @Override
    public void close() {
        Process last;
        synchronized (this) {
            closing.countDown();
            last = process;
        }
        if (last != null) {
            last.destroy();
        }
        try {
            if (!thread.join(GRACE) && last != null) {
                log.warn("{} did not exit in time; killing it.", thread.getName());
                last.destroyForcibly();
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (last != null) {
                last.destroyForcibly();
            }
        }
    }
}
