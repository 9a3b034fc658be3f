package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program to its end, with a deadline.
public final class ProcessRunner {

    private ProcessRunner() {}

    public static ProcessResult run(Duration deadline, String... argv) throws IOException, InterruptedException {
        return run(deadline, List.of(argv));
    }

    public static ProcessResult run(Duration deadline, List<String> argv) throws IOException, InterruptedException {
        return run(deadline, "", argv);
    }

    /// @param input its standard input
    public static ProcessResult run(Duration deadline, String input, List<String> argv)
            throws IOException, InterruptedException {
        // Files, not pipes: a grandchild that keeps a pipe open would block us after the program has exited.
        Path out = Files.createTempFile("stowage-interop-", ".out");
        Path err = Files.createTempFile("stowage-interop-", ".err");
        Path in = Files.createTempFile("stowage-interop-", ".in");
        try {
            Files.writeString(in, input);
            Process process = ProcessGroup.builder(argv)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("\"%s\" did not finish within %d s: %s"
                            .formatted(
                                    String.join(" ", argv),
                                    deadline.toSeconds(),
                                    Files.readString(err).strip()));
                }
            } finally {
                process.destroyForcibly(); // by itself too: it may not have come as far as its own group
                ProcessGroup.of(process).kill();
            }
            return new ProcessResult(argv, process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
            Files.deleteIfExists(in);
        }
    }
}
