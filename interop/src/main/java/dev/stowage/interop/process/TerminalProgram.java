package dev.stowage.interop.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// A program on a terminal, and its user. The terminal is that of script(1).
public final class TerminalProgram implements AutoCloseable {
    private static final int BUFFER = 4096;

    private final Process process;
    /// Guarded by itself.
    private final StringBuilder shown = new StringBuilder();

    private boolean ended;

    private TerminalProgram(Process process) {
        this.process = process;
    }

    public static TerminalProgram start(List<String> argv) throws IOException {
        String line = argv.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        var program = new TerminalProgram(
                ProcessGroup.builder(List.of("script", "--quiet", "--return", "--command", line, "/dev/null"))
                        .redirectErrorStream(true)
                        .start());
        Thread.ofVirtual().name("terminal").start(program::read);
        return program;
    }

    private void read() {
        byte[] bytes = new byte[BUFFER];
        try (InputStream in = process.getInputStream()) {
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                add(new String(bytes, 0, count, StandardCharsets.UTF_8), false);
            }
        } catch (IOException e) {
            add(e.toString(), false);
        } finally {
            add("", true);
        }
    }

    private void add(String text, boolean last) {
        synchronized (shown) {
            shown.append(text);
            ended |= last;
            shown.notifyAll();
        }
    }

    /// Everything that it has written.
    public String shown() {
        synchronized (shown) {
            return shown.toString();
        }
    }

    /// Waits until it has written this.
    public void awaitText(String text, Duration deadline) throws IOException, InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        synchronized (shown) {
            while (shown.indexOf(text) < 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (ended || left <= 0) {
                    throw new IOException("\"" + text + "\" was not written, but: " + shown);
                }
                shown.wait(left);
            }
        }
    }

    public void type(String text) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /// The exit status of the program.
    public int awaitEnd(Duration deadline) throws IOException, InterruptedException {
        if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("it did not end; it wrote: " + shown());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        ProcessGroup.of(process).kill();
    }
}
