package dev.stowage.cel;

import java.time.Duration;

/// Durations such as `1h30m`.
final class CelDurations {
    private CelDurations() {}

    static Duration parse(String text) throws EvaluationException {
        boolean negative = text.startsWith("-");
        int at = negative || text.startsWith("+") ? 1 : 0;
        if (at == text.length()) {
            throw invalid(text);
        }
        long sum = 0;
        while (at < text.length()) {
            int start = at;
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            int unit = at;
            while (at < text.length() && Character.isLetter(text.charAt(at))) {
                at++;
            }
            if (start == 0 && text.equals("0")) {
                return Duration.ZERO;
            }
            if (at == start) {
                throw invalid(text);
            }
            sum += nanos(text, text.substring(start, unit), text.substring(unit, at));
            if (sum < 0) {
                throw invalid(text); // an overflow
            }
        }
        return Duration.ofNanos(negative ? -sum : sum);
    }

    private static long nanos(String text, String number, String unit) throws EvaluationException {
        double factor = switch (unit) {
            case "ns" -> 1;
            case "us", "µs", "μs" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> throw invalid(text);
        };
        try {
            double nanos = Double.parseDouble(number) * factor;
            if (nanos > Long.MAX_VALUE) {
                throw invalid(text);
            }
            return Math.round(nanos);
        } catch (NumberFormatException _) {
            throw invalid(text);
        }
    }

    private static EvaluationException invalid(String text) {
        return new EvaluationException("time: invalid duration \"%s\"".formatted(text));
    }

    static String text(Duration span) {
        String seconds = java.math.BigDecimal.valueOf(span.toNanos(), 9)
                .stripTrailingZeros()
                .toPlainString();
        return seconds + "s";
    }
}
