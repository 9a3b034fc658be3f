package dev.stowage.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/// `2026-11-15T04:46:18.123Z INFO  csi.SocketServer Serving …`: one line a record, the stack below it if there
/// is one.
final class TextLogFormatter extends Formatter {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Override
    public String format(LogRecord record) {
        StringBuilder line = new StringBuilder(160);
        TIME.formatTo(record.getInstant(), line);
        line.append(' ');
        line.append("%-5s".formatted(LogConfiguration.name(record.getLevel()).toUpperCase(Locale.ROOT)));
        line.append(' ').append(shortName(record.getLoggerName())).append(' ');
        // A message may carry text from outside; a line break in it must not forge a second record.
        line.append(formatMessage(record).replace("\n", "\\n").replace("\r", "\\r"))
                .append('\n');
        if (record.getThrown() != null) {
            line.append(stack(record.getThrown()));
        }
        return line.toString();
    }

    static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String shortName(String logger) {
        return logger.startsWith("dev.stowage.") ? logger.substring("dev.stowage.".length()) : logger;
    }
}
