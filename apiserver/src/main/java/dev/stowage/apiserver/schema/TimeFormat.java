package dev.stowage.apiserver.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Timestamps as they are stored: in UTC, in whole seconds or in microseconds.
public final class TimeFormat {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private TimeFormat() {}

    public static String seconds(Instant time) {
        return SECONDS.format(time);
    }

    public static String micros(Instant time) {
        return MICROS.format(time);
    }

    static String seconds(String text) throws TypeMismatchException {
        return seconds(parse(text, "2006-01-02T15:04:05Z07:00"));
    }

    static String micros(String text) throws TypeMismatchException {
        return micros(parse(text, "2006-01-02T15:04:05.000000Z07:00"));
    }

    private static Instant parse(String text, String layout) throws TypeMismatchException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            throw new TypeMismatchException(
                    "parsing time \"%s\" as \"%s\": cannot parse \"%s\" as \"2006\"".formatted(text, layout, text));
        }
    }
}
