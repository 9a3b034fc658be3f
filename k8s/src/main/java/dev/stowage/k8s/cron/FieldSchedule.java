package dev.stowage.k8s.cron;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The five fields of cron, in a time zone.
///
/// Fields are compared with the clock on the wall: a time that is skipped when clocks are set forward has no job
/// that day, and a time that occurs twice when they are set back has two.
record FieldSchedule(
        CronField minute, CronField hour, CronField dayOfMonth, CronField month, CronField dayOfWeek, ZoneId zone)
        implements CronSchedule {
    private static final int LONGEST_YEARS = 5;

    @Override
    public Optional<Instant> next(Instant after) {
        ZonedDateTime time = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        int lastYear = time.getYear() + LONGEST_YEARS;
        while (time.getYear() <= lastYear) {
            if (!month.has(time.getMonthValue())) {
                time = startOf(time.toLocalDate().withDayOfMonth(1).plusMonths(1));
            } else if (!isDay(time.toLocalDate())) {
                time = startOf(time.toLocalDate().plusDays(1));
            } else if (!hour.has(time.getHour())) {
                // In elapsed time: at the end of daylight saving time the next hour may have the same number.
                time = time.plusMinutes(60L - time.getMinute());
            } else if (!minute.has(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return Optional.of(time.toInstant());
            }
        }
        return Optional.empty();
    }

    /// The first moment of a day, which is not midnight where clocks are set forward at midnight.
    private ZonedDateTime startOf(LocalDate date) {
        return date.atStartOfDay(zone);
    }

    /// If both fields of the day are restricted, one of them is enough.
    private boolean isDay(LocalDate date) {
        boolean ofMonth = dayOfMonth.has(date.getDayOfMonth());
        boolean ofWeek = dayOfWeek.has(date.getDayOfWeek().getValue() % 7);
        return (dayOfMonth.isStar() || dayOfWeek.isStar()) ? ofMonth && ofWeek : ofMonth || ofWeek;
    }
}
