package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.DURATION;
import static dev.stowage.apiserver.cel.Shape.INTEGER;
import static dev.stowage.apiserver.cel.Shape.TIME;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.function.ToLongFunction;

/// Parts of times and spans, in UTC.
final class TimeFunctions {
    private TimeFunctions() {}

    static void addTo(Library library) {
        time(library, "getFullYear", ZonedDateTime::getYear);
        time(library, "getMonth", time -> time.getMonthValue() - 1);
        time(library, "getDate", ZonedDateTime::getDayOfMonth);
        time(library, "getDayOfMonth", time -> time.getDayOfMonth() - 1);
        time(library, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % 7);
        time(library, "getDayOfYear", time -> time.getDayOfYear() - 1);
        time(library, "getHours", ZonedDateTime::getHour);
        time(library, "getMinutes", ZonedDateTime::getMinute);
        time(library, "getSeconds", ZonedDateTime::getSecond);
        time(library, "getMilliseconds", time -> time.getNano() / 1_000_000);
        span(library, "getHours", Duration::toHours);
        span(library, "getMinutes", Duration::toMinutes);
        span(library, "getSeconds", Duration::toSeconds);
        span(library, "getMilliseconds", Duration::toMillis);
    }

    private static void time(Library library, String name, ToLongFunction<ZonedDateTime> part) {
        library.member(
                name,
                List.of(TIME),
                INTEGER,
                (a, _) -> part.applyAsLong(((Instant) a.getFirst()).atZone(ZoneOffset.UTC)));
    }

    private static void span(Library library, String name, ToLongFunction<Duration> part) {
        library.member(name, List.of(DURATION), INTEGER, (a, _) -> part.applyAsLong((Duration) a.getFirst()));
    }
}
