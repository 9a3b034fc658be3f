package dev.stowage.linux.exec;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Runs a program to its end: an argument vector, never a shell, with a deadline. Its standard input is empty
/// and its locale is C. It is found on the PATH and in the sbin directories, which a service's PATH may lack.
public final class CommandRunner {
    private static final List<String> ADMINISTRATION = List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin");
    private static final int OUTPUT_LIMIT = 4 << 20;
    private static final int COMPLAINT_LIMIT = 2000;
    private static final Duration DYING = Duration.ofSeconds(5);

    private CommandRunner() {}

    /// Returns what the program printed.
    ///
    /// @throws CommandNotFoundException when it is not installed
    /// @throws CommandFailedException when it exits with a status other than zero
    /// @throws CommandTimeoutException when the deadline passes; the program and all its descendants are killed
    ///     then, and also when the calling thread is interrupted
    public static String run(Duration deadline, List<String> argv) throws IOException {
        return run(deadline, argv, _ -> {});
    }

    /// As [#run(Duration, List)], for programs that report their progress.
    ///
    /// @param listener receives the output in pieces, as it comes
    public static String run(Duration deadline, List<String> argv, Consumer<String> listener) throws IOException {
        return new Running(argv.getFirst(), builder(argv).start(), listener).result(deadline);
    }

    /// As [#run(Duration, List)], for programs that print their version on stderr.
    public static String runForAnyOutput(Duration deadline, List<String> argv) throws IOException {
        ProcessBuilder builder = builder(argv).redirectErrorStream(true);
        return new Running(argv.getFirst(), builder.start(), _ -> {}).result(deadline);
    }

    private static ProcessBuilder builder(List<String> argv) throws CommandNotFoundException {
        String name = argv.getFirst();
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(argv));
        builder.command()
                .set(
                        0,
                        find(name)
                                .orElseThrow(() -> new CommandNotFoundException(name))
                                .toString());
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", String.join(":", folders()));
        return builder.redirectInput(new File("/dev/null"));
    }

    /// Whether the program is installed.
    public static boolean isInstalled(String name) {
        return find(name).isPresent();
    }

    private static Optional<Path> find(String name) {
        if (name.contains("/")) {
            return Optional.of(Path.of(name)).filter(Files::isExecutable);
        }
        return folders().stream()
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Set<String> folders() {
        Set<String> folders = new LinkedHashSet<>();
        for (String folder :
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1)) {
            // An empty or relative entry means the working directory, whose contents are not trusted.
            if (folder.startsWith("/")) {
                folders.add(folder);
            }
        }
        folders.addAll(ADMINISTRATION);
        return folders;
    }

    private static final class Running {
        private final String name;
        private final Process process;
        private final CommandOutput printed;
        private final CommandOutput complaints;

        Running(String name, Process process, Consumer<String> listener) {
            this.name = name;
            this.process = process;
            this.printed = CommandOutput.beginningOf(process.getInputStream(), OUTPUT_LIMIT, listener);
            this.complaints = CommandOutput.endOf(process.getErrorStream(), COMPLAINT_LIMIT);
        }

        String result(Duration deadline) throws IOException {
            long end = System.nanoTime() + deadline.toNanos();
            try {
                boolean ended = process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)
                        && printed.ends(left(end))
                        && complaints.ends(left(end));
                if (!ended) {
                    throw new CommandTimeoutException(name, deadline, kill());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                killWithoutWaiting();
                throw new InterruptedIOException(name + " was killed: its caller was interrupted");
            }
            if (process.exitValue() != 0) {
                throw new CommandFailedException(name, process.exitValue(), complaint());
            }
            return printed.text();
        }

        /// Never zero: the last output of an exited process must still be read.
        private static Duration left(long end) {
            return Duration.ofNanos(Math.max(end - System.nanoTime(), 200_000_000));
        }

        private String complaint() {
            String said = complaints.text().strip();
            return (said.isEmpty() ? printed.text().strip() : said).replaceAll("\\s*\\R\\s*", "; ");
        }

        private boolean kill() throws InterruptedException {
            killWithoutWaiting();
            return process.waitFor(DYING.toMillis(), TimeUnit.MILLISECONDS);
        }

        /// From the top down: a killed parent starts no more children while its own are being killed.
        private void killWithoutWaiting() {
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroyForcibly();
            for (ProcessHandle one : descendants) {
                List<ProcessHandle> late = one.descendants().toList();
                one.destroyForcibly();
                late.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }
}
