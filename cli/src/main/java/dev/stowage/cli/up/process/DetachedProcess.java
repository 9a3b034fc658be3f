package dev.stowage.cli.up.process;

import dev.stowage.cli.ActivityPrinter;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Starts this command again without `--detach`, in its own session.
public final class DetachedProcess {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Set<String> FLAG = Set.of("--detach", "-detach", "--detach=true", "-detach=true");

    private DetachedProcess() {}

    /// Returns when the new process is ready or has exited.
    ///
    /// @return the exit status
    public static int start(Path folder) throws IOException, InterruptedException {
        Path data = DataDirectory.ensure(folder);
        Optional<UpInstance> there = UpInstanceFile.running(data);
        if (there.isPresent()) {
            throw new IOException("a cluster is already running in " + data + " (process "
                    + there.get().pid() + "; see \"stowage status --data " + data + "\")");
        }
        Path log = data.resolve("up.log");
        long before = Files.exists(log) ? Files.size(log) : 0;
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            data.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            Process child = new ProcessBuilder(command(Files.readString(Path.of("/proc/self/cmdline"))))
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            boolean ready;
            try (ActivityPrinter activity = ActivityPrinter.onStandardError()) {
                activity.show("Starting a cluster in " + data + " (process " + child.pid() + ")");
                ready = await(data, child, watch);
            }
            System.out.print(since(log, before));
            if (!ready && child.isAlive()) {
                child.destroy();
                throw new IOException("the cluster was not ready within " + LONGEST.toSeconds()
                        + "s and was stopped (see " + log + ")");
            }
            return ready ? 0 : child.exitValue();
        }
    }

    private static boolean await(Path data, Process child, WatchService watch)
            throws IOException, InterruptedException {
        // The exit of the process does not change the directory, so it closes the watch.
        var _ = child.onExit().thenRun(() -> close(watch));
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            while (true) {
                if (isReady(data, child)) {
                    return true;
                }
                WatchKey key = watch.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (key == null) {
                    return false;
                }
                key.pollEvents();
                key.reset();
            }
        } catch (ClosedWatchServiceException e) {
            return false;
        }
    }

    private static void close(WatchService watch) {
        try {
            watch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isReady(Path data, Process child) throws IOException {
        return UpInstanceFile.running(data)
                .filter(upInstance -> upInstance.pid() == child.pid() && upInstance.ready())
                .isPresent();
    }

    /// @param own the command line of this process, NUL-terminated words
    static List<String> command(String own) {
        List<String> words = new ArrayList<>(List.of("setsid", "--"));
        for (String word : own.split("\0", 0)) {
            if (!FLAG.contains(word)) {
                words.add(word);
            }
        }
        return words;
    }

    private static String since(Path log, long before) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(before);
            byte[] text = new byte[(int) (file.length() - before)];
            file.readFully(text);
            return new String(text, StandardCharsets.UTF_8);
        }
    }
}
