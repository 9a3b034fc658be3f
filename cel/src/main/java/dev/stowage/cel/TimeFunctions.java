package dev.stowage.cel;

import static dev.stowage.cel.CelType.DURATION;
import static dev.stowage.cel.CelType.INTEGER;
import static dev.stowage.cel.CelType.TIME;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.ToLongFunction;

/// Functions for timestamps and durations, in UTC.
final class TimeFunctions {
    private TimeFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        time(functionLibrary, "getFullYear", ZonedDateTime::getYear);
        time(functionLibrary, "getMonth", time -> time.getMonthValue() - 1);
        time(functionLibrary, "getDate", ZonedDateTime::getDayOfMonth);
        time(functionLibrary, "getDayOfMonth", time -> time.getDayOfMonth() - 1);
        time(functionLibrary, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % 7);
        time(functionLibrary, "getDayOfYear", time -> time.getDayOfYear() - 1);
        time(functionLibrary, "getHours", ZonedDateTime::getHour);
        time(functionLibrary, "getMinutes", ZonedDateTime::getMinute);
        time(functionLibrary, "getSeconds", ZonedDateTime::getSecond);
        time(functionLibrary, "getMilliseconds", time -> time.getNano() / 1_000_000);
        span(functionLibrary, "getHours", Duration::toHours);
        span(functionLibrary, "getMinutes", Duration::toMinutes);
        span(functionLibrary, "getSeconds", Duration::toSeconds);
        span(functionLibrary, "getMilliseconds", Duration::toMillis);
    }

    private static void time(FunctionLibrary functionLibrary, String name, ToLongFunction<ZonedDateTime> part) {
        functionLibrary.member(
                name,
                List.of(TIME),
                INTEGER,
                (a, _) -> part.applyAsLong(((Instant) a.getFirst()).atZone(ZoneOffset.UTC)));
    }

    private static void span(FunctionLibrary functionLibrary, String name, ToLongFunction<Duration> part) {
        functionLibrary.member(name, List.of(DURATION), INTEGER, (a, _) -> part.applyAsLong((Duration) a.getFirst()));
    }
}
