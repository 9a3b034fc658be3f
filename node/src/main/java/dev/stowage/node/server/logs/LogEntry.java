package dev.stowage.node.server.logs;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;

/// One line of a log in CRI format: time, stream, whether the line continues, and the output of the container.
///
/// @param partial whether the line continues in the next entry
/// @param content where the output begins in the line
record LogEntry(OffsetDateTime at, boolean isStderr, boolean partial, int content) {

    static Optional<LogEntry> read(byte[] line) {
        int afterTime = space(line, 0);
        int afterStream = space(line, afterTime + 1);
        int afterTag = space(line, afterStream + 1);
        if (afterTime < 0 || afterStream < 0 || afterTag < 0) {
            return Optional.empty();
        }
        String stream = text(line, afterTime + 1, afterStream);
        if (!stream.equals("stderr") && !stream.equals("stdout")) {
            return Optional.empty();
        }
        try {
            String tag = text(line, afterStream + 1, afterTag);
            return Optional.of(new LogEntry(
                    OffsetDateTime.parse(text(line, 0, afterTime)),
                    stream.equals("stderr"),
                    tag.equals("P") || tag.startsWith("P:"),
                    afterTag + 1));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int space(byte[] line, int from) {
        for (int i = from; i < line.length; i++) {
            if (line[i] == ' ') {
                return i;
            }
        }
        return -1;
    }

    private static String text(byte[] line, int from, int until) {
        return new String(line, from, until - from, StandardCharsets.US_ASCII);
    }
}
