package dev.stowage.image.training;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A running program of the image, until it is stopped.
final class TrainedProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final int TAIL = 2000;

    private final Process process;
    private final Path log;

    private TrainedProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static TrainedProcess start(List<String> argv, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        return new TrainedProcess(builder.start(), log);
    }

    void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("a program of the image exited with status " + process.exitValue()
                    + " during its training run; " + tail());
        }
    }

    /// Stops it gracefully, because it records its classes at a normal exit.
    void end() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("a program of the image did not stop; " + tail());
        }
    }

    String tail() throws IOException {
        String all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).strip();
        return "its output ends with: " + all.substring(Math.max(0, all.length() - TAIL));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
