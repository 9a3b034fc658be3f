package dev.stowage.apiserver.resource;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/// Durations as in `kubectl get`, with two or three significant digits.
public final class HumanDuration {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private HumanDuration() {}

    /// @param timestamp in RFC 3339; any other text is an unknown age
    public static String since(String timestamp, Instant now) {
        try {
            return timestamp.isEmpty() ? "<unknown>" : of(Duration.between(Instant.parse(timestamp), now));
        } catch (DateTimeException _) {
            return "<unknown>";
        }
    }

    public static String of(Duration span) {
        long seconds = span.toMillis() / 1000;
        if (seconds < 0) {
            // Clocks differ a little.
            return seconds < -1 ? "<invalid>" : "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 10 * MINUTE) {
            return pair(seconds / MINUTE, "m", seconds % MINUTE, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return pair(seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return pair(seconds / DAY, "d", seconds % DAY / HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        return seconds < 8 * YEAR ? pair(seconds / YEAR, "y", seconds % YEAR / DAY, "d") : seconds / YEAR + "y";
    }

    private static String pair(long many, String large, long few, String small) {
        return few == 0 ? many + large : many + large + few + small;
    }
}
