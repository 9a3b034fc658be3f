package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.ANY;
import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.BYTES;
import static dev.stowage.apiserver.cel.Shape.DURATION;
import static dev.stowage.apiserver.cel.Shape.INTEGER;
import static dev.stowage.apiserver.cel.Shape.NUMBER;
import static dev.stowage.apiserver.cel.Shape.TEXT;
import static dev.stowage.apiserver.cel.Shape.TIME;

import dev.stowage.apiserver.cel.Shape.Kind;
import dev.stowage.apiserver.cel.Values.Maybe;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// From one type to another, and values that may be missing.
final class Conversions {
    private static final Shape MAYBE = Shape.optional(ANY);

    private Conversions() {}

    static void addTo(Library library) {
        library.plain("dyn", List.of(ANY), ANY, (a, _) -> a.getFirst());
        library.plain("type", List.of(ANY), Shape.of(Kind.TYPE), (a, _) -> Values.kind(a.getFirst()));
        library.plain("bool", List.of(BOOLEAN), BOOLEAN, (a, _) -> a.getFirst());
        library.plain("bool", List.of(TEXT), BOOLEAN, (a, _) -> flag((String) a.getFirst()));
        library.plain("int", List.of(INTEGER), INTEGER, (a, _) -> a.getFirst());
        library.plain("int", List.of(NUMBER), INTEGER, (a, _) -> whole((Double) a.getFirst()));
        library.plain("int", List.of(TEXT), INTEGER, (a, _) -> whole((String) a.getFirst()));
        library.plain("int", List.of(TIME), INTEGER, (a, _) -> ((Instant) a.getFirst()).getEpochSecond());
        library.plain("double", List.of(NUMBER), NUMBER, (a, _) -> a.getFirst());
        library.plain("double", List.of(INTEGER), NUMBER, (a, _) -> (double) (Long) a.getFirst());
        library.plain("double", List.of(TEXT), NUMBER, (a, _) -> real((String) a.getFirst()));
        library.plain("bytes", List.of(TEXT), BYTES, (a, meter) -> {
            meter.text(((String) a.getFirst()).length());
            return ByteBuffer.wrap(((String) a.getFirst()).getBytes(StandardCharsets.UTF_8));
        });
        library.plain("timestamp", List.of(TEXT), TIME, (a, _) -> time((String) a.getFirst()));
        library.plain("timestamp", List.of(TIME), TIME, (a, _) -> a.getFirst());
        library.plain("duration", List.of(TEXT), DURATION, (a, _) -> Durations.parse((String) a.getFirst()));
        library.plain("duration", List.of(DURATION), DURATION, (a, _) -> a.getFirst());
        library.plain("string", List.of(ANY), TEXT, (a, meter) -> text(a.getFirst(), meter));
        optional(library);
    }

    private static void optional(Library library) {
        library.member(
                "hasValue",
                List.of(MAYBE),
                BOOLEAN,
                (a, _) -> ((Maybe) a.getFirst()).value().isPresent());
        Function.Result inner = shapes -> shapes.getFirst().item();
        library.member(
                "value",
                List.of(MAYBE),
                inner,
                (a, _) -> ((Maybe) a.getFirst())
                        .value()
                        .orElseThrow(() -> new EvaluationException("optional.none() dereference")));
        library.member(
                "orValue",
                List.of(MAYBE, ANY),
                inner,
                (a, _) -> ((Maybe) a.getFirst()).value().orElse(a.get(1)));
        Function.Result outer = shapes -> Shape.optional(shapes.getFirst());
        library.plain("optional.of", List.of(ANY), outer, (a, _) -> Maybe.of(a.getFirst()));
        library.plain("optional.none", List.of(), MAYBE, (_, _) -> Maybe.NONE);
    }

    private static boolean flag(String text) throws EvaluationException {
        return switch (text) {
            case "1", "t", "true", "TRUE", "True", "T" -> true;
            case "0", "f", "false", "FALSE", "False", "F" -> false;
            default -> throw new EvaluationException("type conversion error from 'string' to 'bool'");
        };
    }

    private static long whole(double number) throws EvaluationException {
        if (Double.isNaN(number) || Math.abs(number) >= 0x1p63) {
            throw new EvaluationException("integer overflow");
        }
        return (long) number;
    }

    private static long whole(String text) throws EvaluationException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw new EvaluationException("strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text));
        }
    }

    private static double real(String text) throws EvaluationException {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            throw new EvaluationException("strconv.ParseFloat: parsing \"%s\": invalid syntax".formatted(text));
        }
    }

    private static Instant time(String text) throws EvaluationException {
        try {
            return Values.time(text);
        } catch (DateTimeException _) {
            throw new EvaluationException("parsing time \"%s\": invalid timestamp".formatted(text));
        }
    }

    /// A scalar as text.
    static String text(Object value, Meter meter) throws EvaluationException {
        return switch (value) {
            case String text -> {
                meter.text(text.length());
                yield text;
            }
            case Boolean _, Long _, Instant _ -> value.toString();
            case Double real ->
                real == Math.rint(real) && Math.abs(real) < 1e15 ? Long.toString(real.longValue()) : real.toString();
            case Duration span -> Durations.text(span);
            case ByteBuffer bytes ->
                StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
            default -> throw new EvaluationException("no such overload");
        };
    }
}
