package dev.stowage.k8s.cron;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/// The values of one field of a schedule.
///
/// @param isStar whether it has a `*` or `?` without a step, which takes a day field out of the rule that either day
///     field may match
record CronField(BitSet values, boolean isStar) {

    /// What a field counts.
    ///
    /// @param names in the order of their values, from the smallest value on; empty for a field without names
    record Unit(int min, int max, List<String> names) {
        static final Unit MINUTE = new Unit(0, 59, List.of());
        static final Unit HOUR = new Unit(0, 23, List.of());
        static final Unit DAY_OF_MONTH = new Unit(1, 31, List.of());
        static final Unit MONTH = new Unit(
                1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"));
        static final Unit DAY_OF_WEEK = new Unit(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));
    }

    boolean has(int value) {
        return values.get(value);
    }

    static CronField parse(String text, Unit unit) throws InvalidScheduleException {
        BitSet values = new BitSet();
        boolean isStar = false;
        for (String range : text.split(",", -1)) {
            if (!range.isEmpty()) {
                CronField one = range(range, unit);
                values.or(one.values);
                isStar |= one.isStar;
            }
        }
        return new CronField(values, isStar);
    }

    private static CronField range(String text, Unit unit) throws InvalidScheduleException {
        String[] rangeAndStep = text.split("/", -1);
        String[] ends = rangeAndStep[0].split("-", -1);
        boolean isStar = ends[0].equals("*") || ends[0].equals("?");
        long first = isStar ? unit.min() : value(ends[0], unit);
        long last = isStar ? unit.max() : first;
        if (!isStar && ends.length == 2) {
            last = value(ends[1], unit);
        } else if (!isStar && ends.length > 2) {
            throw new InvalidScheduleException("too many hyphens: " + text);
        }
        long step = 1;
        if (rangeAndStep.length == 2) {
            step = number(rangeAndStep[1]);
            // "N/step" is "N-max/step".
            last = ends.length == 1 ? unit.max() : last;
        } else if (rangeAndStep.length > 2) {
            throw new InvalidScheduleException("too many slashes: " + text);
        }
        requireInBounds(text, unit, first, last, step);
        BitSet values = new BitSet();
        for (long value = first; value <= last; value += Math.min(step, unit.max() + 1L)) {
            values.set((int) value);
        }
        return new CronField(values, isStar && step == 1);
    }

    private static void requireInBounds(String text, Unit unit, long first, long last, long step)
            throws InvalidScheduleException {
        if (first < unit.min()) {
            throw new InvalidScheduleException(
                    "beginning of range (%d) below minimum (%d): %s".formatted(first, unit.min(), text));
        }
        if (last > unit.max()) {
            throw new InvalidScheduleException(
                    "end of range (%d) above maximum (%d): %s".formatted(last, unit.max(), text));
        }
        if (first > last) {
            throw new InvalidScheduleException(
                    "beginning of range (%d) beyond end of range (%d): %s".formatted(first, last, text));
        }
        if (step == 0) {
            throw new InvalidScheduleException("step of range should be a positive number: " + text);
        }
    }

    private static long value(String text, Unit unit) throws InvalidScheduleException {
        int name = unit.names().indexOf(text.toLowerCase(Locale.ROOT));
        return name >= 0 ? unit.min() + name : number(text);
    }

    private static long number(String text) throws InvalidScheduleException {
        if (!text.matches("[+-]?[0-9]+")) {
            throw new InvalidScheduleException(
                    "failed to parse int from %s: strconv.Atoi: parsing \"%s\": invalid syntax".formatted(text, text));
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw new InvalidScheduleException(
                    "failed to parse int from %s: strconv.Atoi: parsing \"%s\": value out of range"
                            .formatted(text, text));
        }
        if (number < 0) {
            throw new InvalidScheduleException("negative number (%d) not allowed: %s".formatted(number, text));
        }
        return number;
    }
}
