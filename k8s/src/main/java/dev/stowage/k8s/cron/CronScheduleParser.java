package dev.stowage.k8s.cron;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;

/// Parses the standard form of `robfig/cron`, which Kubernetes uses.
///
/// @param zone unless the text itself names one
record CronScheduleParser(ZoneId zone, Function<String, Duration> durations) {
    private static final String EVERY = "@every ";

    CronSchedule parse(String text) throws InvalidScheduleException {
        if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
            return inNamedZone(text);
        }
        if (text.isEmpty()) {
            throw new InvalidScheduleException("empty spec string");
        }
        return text.startsWith("@") ? descriptor(text) : fields(text);
    }

    /// Not for new CronJobs, but some are older than `timeZone`.
    private CronSchedule inNamedZone(String text) throws InvalidScheduleException {
        int end = text.indexOf(' ');
        String name = text.substring(text.indexOf('=') + 1, end < 0 ? text.length() : end);
        ZoneId named = CronSchedule.findZone(name)
                .orElseThrow(() -> new InvalidScheduleException(
                        "provided bad location %s: unknown time zone %s".formatted(name, name)));
        String rest = end < 0 ? "" : text.substring(end).strip();
        CronScheduleParser parser = new CronScheduleParser(named, durations);
        return rest.startsWith("@") ? parser.descriptor(rest) : parser.fields(rest);
    }

    private CronSchedule fields(String text) throws InvalidScheduleException {
        List<String> fields = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+", -1));
        if (fields.size() != 5) {
            throw new InvalidScheduleException(
                    "expected exactly 5 fields, found %d: [%s]".formatted(fields.size(), String.join(" ", fields)));
        }
        return new FieldSchedule(
                CronField.parse(fields.get(0), CronField.Unit.MINUTE),
                CronField.parse(fields.get(1), CronField.Unit.HOUR),
                CronField.parse(fields.get(2), CronField.Unit.DAY_OF_MONTH),
                CronField.parse(fields.get(3), CronField.Unit.MONTH),
                CronField.parse(fields.get(4), CronField.Unit.DAY_OF_WEEK),
                zone);
    }

    private CronSchedule descriptor(String text) throws InvalidScheduleException {
        return switch (text) {
            case "@yearly", "@annually" -> fields("0 0 1 1 *");
            case "@monthly" -> fields("0 0 1 * *");
            case "@weekly" -> fields("0 0 * * 0");
            case "@daily", "@midnight" -> fields("0 0 * * *");
            case "@hourly" -> fields("0 * * * *");
            default -> every(text);
        };
    }

    private CronSchedule every(String text) throws InvalidScheduleException {
        if (!text.startsWith(EVERY)) {
            throw new InvalidScheduleException("unrecognized descriptor: " + text);
        }
        String duration = text.substring(EVERY.length());
        try {
            return new DelaySchedule(durations.apply(duration));
        } catch (IllegalArgumentException _) {
            throw new InvalidScheduleException(
                    "failed to parse duration %s: time: invalid duration \"%s\"".formatted(text, duration));
        }
    }
}
