package dev.stowage.linux.exec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// Drains one stream of a process so that it never blocks, and keeps a bounded part of what came.
final class CommandOutput {
    private final int limit;
    private final boolean keepsEnd;
    private final Consumer<String> listener;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final Thread reader;

    private CommandOutput(InputStream from, int limit, boolean keepsEnd, Consumer<String> listener) {
        this.limit = limit;
        this.keepsEnd = keepsEnd;
        this.listener = listener;
        this.reader = Thread.ofVirtual().start(() -> drain(from));
    }

    /// @param listener receives the output in pieces, as it comes
    static CommandOutput beginningOf(InputStream from, int limit, Consumer<String> listener) {
        return new CommandOutput(from, limit, false, listener);
    }

    static CommandOutput endOf(InputStream from, int limit) {
        return new CommandOutput(from, limit, true, _ -> {});
    }

    private void drain(InputStream from) {
        byte[] some = new byte[8192];
        try (from) {
            for (int count = from.read(some); count >= 0; count = from.read(some)) {
                keep(some, count);
                listener.accept(new String(some, 0, count, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The process was killed and its pipe closed; the output so far is kept.
        }
    }

    private synchronized void keep(byte[] some, int count) {
        if (!keepsEnd) {
            kept.write(some, 0, Math.min(count, limit - kept.size()));
            return;
        }
        kept.write(some, 0, count);
        if (kept.size() > limit) {
            byte[] all = kept.toByteArray();
            kept.reset();
            kept.write(all, all.length - limit, limit);
        }
    }

    /// Whether the stream ended in time; a process that outlives its parent may hold it open.
    boolean ends(Duration within) throws InterruptedException {
        return reader.join(within);
    }

    synchronized String text() {
        return kept.toString(StandardCharsets.UTF_8);
    }
}
