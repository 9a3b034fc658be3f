package dev.stowage.node.runtime.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Writes log lines in CRI format: time, stream, `F` for a full line or `P` for a partial one, text.
final class CriLogFormat {
    /// Longer lines are split.
    static final int LONGEST = 16 * 1024;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

    private CriLogFormat() {}

    /// @return how many bytes of the text were consumed: complete lines, parts of very long ones, and the rest
    ///     when nothing will follow
    static int format(byte[] text, int length, String stream, Instant time, boolean last, ByteArrayOutputStream to) {
        byte[] head = (TIME.format(time) + " " + stream + " ").getBytes(StandardCharsets.US_ASCII);
        int from = 0;
        for (int i = 0; i < length; i++) {
            boolean end = text[i] == '\n';
            if (end || i - from + 1 == LONGEST) {
                line(head, text, from, end ? i : i + 1, end, to);
                from = i + 1;
            }
        }
        if (last && from < length) {
            line(head, text, from, length, true, to);
            from = length;
        }
        return from;
    }

    private static void line(byte[] head, byte[] text, int from, int to, boolean whole, ByteArrayOutputStream out) {
        out.writeBytes(head);
        out.write(whole ? 'F' : 'P');
        out.write(' ');
        out.write(text, from, to - from);
        out.write('\n');
    }

    /// How much of each stream a log already contains, so that copying continues there.
    ///
    /// @param whole how many bytes of the log are complete lines
    record CopiedBytes(long whole, long stdout, long stderr) {
        static final CopiedBytes NONE = new CopiedBytes(0, 0, 0);

        CopiedBytes plus(byte[] line, int length) {
            int stream = indexAfter(line, 0, length);
            int tag = indexAfter(line, stream, length);
            int text = indexAfter(line, tag, length);
            if (text > length) {
                return new CopiedBytes(whole + length + 1, stdout, stderr);
            }
            // Includes the line end, unless it is a partial line.
            long taken = (long) length - text + (line[tag] == 'F' ? 1 : 0);
            boolean out = line[stream + 3] == 'o';
            return new CopiedBytes(whole + length + 1, stdout + (out ? taken : 0), stderr + (out ? 0 : taken));
        }

        private static int indexAfter(byte[] line, int from, int length) {
            int i = from;
            while (i < length && line[i] != ' ') {
                i++;
            }
            return i + 1;
        }
    }
}
