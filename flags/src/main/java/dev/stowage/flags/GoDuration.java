package dev.stowage.flags;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as Go writes them: `300ms`, `1.5h`, `1m50s`, `-2s`, and a bare `0`.
public final class GoDuration {

    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h)");

    private GoDuration() {}

    public static Duration parse(String text) {
        boolean negative = text.startsWith("-");
        String body = negative || text.startsWith("+") ? text.substring(1) : text;
        if (body.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(body);
        int end = 0;
        while (end < body.length() && part.find(end) && part.start() == end) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2))));
            end = part.end();
        }
        if (body.isEmpty() || end < body.length()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a duration; write for example 1m50s or 300ms");
        }
        try {
            long value = nanos.longValueExact(); // throws beyond 292 years and below a nanosecond
            return Duration.ofNanos(negative ? -value : value);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("\"" + text + "\" is out of range for a duration", e);
        }
    }

    private static BigDecimal unit(String unit) {
        return BigDecimal.valueOf(
                switch (unit) {
                    case "h" -> 3_600_000_000_000L;
                    case "m" -> 60_000_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "ms" -> 1_000_000L;
                    case "us", "µs" -> 1_000L;
                    default -> 1L;
                });
    }

    /// The form that [#parse] reads back and that people write: `1m50s`, not `110s`.
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            return "-" + format(duration.negated());
        }
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.toSeconds() == 0) {
            return duration.toNanos() % 1_000_000 == 0 ? duration.toMillis() + "ms" : duration.toNanos() + "ns";
        }
        StringBuilder text = new StringBuilder();
        if (duration.toHours() > 0) {
            text.append(duration.toHours()).append('h');
        }
        if (duration.toMinutesPart() > 0) {
            text.append(duration.toMinutesPart()).append('m');
        }
        if (duration.toSecondsPart() > 0 || duration.toNanosPart() > 0) {
            BigDecimal seconds =
                    BigDecimal.valueOf(duration.toNanosPart(), 9).add(BigDecimal.valueOf(duration.toSecondsPart()));
            text.append(seconds.stripTrailingZeros().toPlainString()).append('s');
        }
        return text.toString();
    }

    /// As `time.Duration.String` prints it, in whole seconds and with zero parts, as in `5m0s`. Texts of
    /// Kubernetes have this form.
    public static String string(Duration duration) {
        String seconds = duration.toSecondsPart() + "s";
        if (duration.toMinutes() == 0) {
            return seconds;
        }
        String minutes = duration.toMinutesPart() + "m" + seconds;
        return duration.toHours() == 0 ? minutes : duration.toHours() + "h" + minutes;
    }
}
