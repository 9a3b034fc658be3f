package dev.stowage.interop.suite;

import dev.stowage.interop.process.DirectoryTrees;
import dev.stowage.interop.process.Leftovers;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.reference.BuiltPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// The resources of one suite: a directory that is removed afterwards, a directory for logs that stays, the
/// reference programs, and everything that must be stopped when the suite ends, however it ends.
public final class SuiteWorkspace implements AutoCloseable {

    private static final Duration LAST_MOMENTS = Duration.ofSeconds(20);

    private final Path directory;
    private final Path logs;
    private final BuiltPrograms programs;
    private final SuiteOptions options;
    private final Consumer<String> progress;
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private boolean closed;

    private SuiteWorkspace(
            Path directory, Path logs, BuiltPrograms programs, SuiteOptions options, Consumer<String> progress) {
        this.directory = directory;
        this.logs = logs;
        this.programs = programs;
        this.options = options;
        this.progress = progress;
    }

    /// @param logs is created if it does not exist
    public static SuiteWorkspace open(
            Path logs, BuiltPrograms programs, SuiteOptions options, Consumer<String> progress) throws IOException {
        // Directly below /tmp and not TMPDIR: it contains sockets, whose paths are limited to about a hundred
        // bytes.
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "stowage-interop-");
        return new SuiteWorkspace(directory, Files.createDirectories(logs), programs, options, progress);
    }

    public Path directory() {
        return directory;
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    public Path logs() {
        return logs;
    }

    public BuiltPrograms programs() {
        return programs;
    }

    /// Whether only the quick selection is run.
    public boolean quick() {
        return options.quick();
    }

    public SuiteOptions options() {
        return options;
    }

    public void report(String line) {
        progress.accept(line);
    }

    /// @throws IllegalStateException after the workspace was closed, for example by Ctrl-C; the resource is then closed
    ///     too
    public synchronized <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        if (closed) {
            List<Exception> failures = closeOwned();
            IllegalStateException refusal = new IllegalStateException("the workspace is closed");
            failures.forEach(refusal::addSuppressed);
            throw refusal;
        }
        return resource;
    }

    /// Stops everything, newest first. A failure does not prevent stopping the rest. A second call has no
    /// effect.
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        List<Exception> failures = closeOwned();
        try {
            UninterruptedCleanup.run(this::awaitSilence);
            DirectoryTrees.remove(directory);
        } catch (IOException e) {
            failures.add(e);
        }
        List<String> leftovers = Leftovers.of(directory);
        if (!failures.isEmpty() || !leftovers.isEmpty()) {
            IOException failure = new IOException("cleaning up after the suite failed; left: " + leftovers);
            failures.forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private List<Exception> closeOwned() {
        List<Exception> failures = new ArrayList<>();
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        return failures;
    }

    /// Waits for killed processes, which may still write to the directory. Not called while something is
    /// mounted there: every process would then look like one of ours.
    private void awaitSilence() throws IOException, InterruptedException {
        if (MountPoints.beneath(directory).isEmpty()) {
            Leftovers.awaitNoProcesses(directory, LAST_MOMENTS);
        }
    }
}
