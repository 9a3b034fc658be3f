package dev.stowage.node.server.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the requested lines of a log, without their CRI prefix.
final class LogWriter {
    private static final Logger log = LoggerFactory.getLogger(LogWriter.class);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX");
    private static final int PIECE = 32 << 10;

    private final LogOptions options;
    private final OutputStream out;
    private final OffsetDateTime since;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream(PIECE);
    private long left;
    private boolean beginsLine = true;

    LogWriter(LogOptions options, OutputStream out) {
        this.options = options;
        this.out = out;
        this.left = options.limit();
        this.since =
                options.since().isAfter(Instant.EPOCH) ? options.since().atOffset(ZoneOffset.UTC) : OffsetDateTime.MIN;
    }

    boolean isFull() {
        return left <= 0;
    }

    void write(byte[] line) throws IOException {
        Optional<LogEntry> read = LogEntry.read(line);
        if (read.isEmpty()) {
            log.debug("Skipping a log line that is not in CRI format.");
            return;
        }
        LogEntry parts = read.get();
        int end = parts.partial() && line[line.length - 1] == '\n' ? line.length - 1 : line.length;
        boolean wanted = !parts.at().isBefore(since) && (parts.isStderr() ? options.stderr() : options.stdout());
        if (wanted) {
            if (options.timestamps() && beginsLine) {
                byte[] time = (TIME.format(parts.at()) + " ").getBytes(StandardCharsets.US_ASCII);
                put(time, 0, time.length);
            }
            put(line, parts.content(), end);
        }
        beginsLine = !parts.partial();
    }

    private void put(byte[] bytes, int from, int until) throws IOException {
        int count = (int) Math.min(until - from, left);
        left -= count;
        piece.write(bytes, from, count);
        if (piece.size() >= PIECE) {
            flush();
        }
    }

    /// Many short lines are sent together; called before waiting for more.
    void flush() throws IOException {
        if (piece.size() > 0) {
            out.write(piece.toByteArray());
            piece.reset();
        }
    }
}
