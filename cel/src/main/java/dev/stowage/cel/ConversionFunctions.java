package dev.stowage.cel;

import static dev.stowage.cel.CelType.ANY;
import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.BYTES;
import static dev.stowage.cel.CelType.DURATION;
import static dev.stowage.cel.CelType.INTEGER;
import static dev.stowage.cel.CelType.NUMBER;
import static dev.stowage.cel.CelType.TEXT;
import static dev.stowage.cel.CelType.TIME;

import dev.stowage.cel.CelType.Kind;
import dev.stowage.cel.CelValues.EncodedBytes;
import dev.stowage.cel.CelValues.OptionalValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Type conversions, and optional values.
final class ConversionFunctions {
    private static final CelType MAYBE = CelType.optional(ANY);

    private ConversionFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        functionLibrary.plain("dyn", List.of(ANY), ANY, (a, _) -> a.getFirst());
        functionLibrary.plain("type", List.of(ANY), CelType.of(Kind.TYPE), (a, _) -> CelValues.kind(a.getFirst()));
        functionLibrary.plain("bool", List.of(BOOLEAN), BOOLEAN, (a, _) -> a.getFirst());
        functionLibrary.plain("bool", List.of(TEXT), BOOLEAN, (a, costMeter) -> flag(read(a, costMeter)));
        functionLibrary.plain("int", List.of(INTEGER), INTEGER, (a, _) -> a.getFirst());
        functionLibrary.plain("int", List.of(NUMBER), INTEGER, (a, _) -> whole((Double) a.getFirst()));
        functionLibrary.plain("int", List.of(TEXT), INTEGER, (a, costMeter) -> whole(read(a, costMeter)));
        functionLibrary.plain("int", List.of(TIME), INTEGER, (a, _) -> ((Instant) a.getFirst()).getEpochSecond());
        functionLibrary.plain("double", List.of(NUMBER), NUMBER, (a, _) -> a.getFirst());
        functionLibrary.plain("double", List.of(INTEGER), NUMBER, (a, _) -> (double) (Long) a.getFirst());
        functionLibrary.plain("double", List.of(TEXT), NUMBER, (a, costMeter) -> real(read(a, costMeter)));
        functionLibrary.plain(
                "bytes",
                List.of(TEXT),
                BYTES,
                (a, costMeter) -> ByteBuffer.wrap(read(a, costMeter).getBytes(StandardCharsets.UTF_8)));
        functionLibrary.plain("timestamp", List.of(TEXT), TIME, (a, costMeter) -> time(read(a, costMeter)));
        functionLibrary.plain("timestamp", List.of(TIME), TIME, (a, _) -> a.getFirst());
        functionLibrary.plain(
                "duration", List.of(TEXT), DURATION, (a, costMeter) -> CelDurations.parse(read(a, costMeter)));
        functionLibrary.plain("duration", List.of(DURATION), DURATION, (a, _) -> a.getFirst());
        functionLibrary.plain("string", List.of(ANY), TEXT, (a, costMeter) -> text(a.getFirst(), costMeter));
        optional(functionLibrary);
    }

    private static void optional(FunctionLibrary functionLibrary) {
        functionLibrary.member(
                "hasValue",
                List.of(MAYBE),
                BOOLEAN,
                (a, _) -> ((OptionalValue) a.getFirst()).value().isPresent());
        FunctionOverload.Result inner = shapes -> shapes.getFirst().item();
        functionLibrary.member(
                "value",
                List.of(MAYBE),
                inner,
                (a, _) -> ((OptionalValue) a.getFirst())
                        .value()
                        .orElseThrow(() -> new EvaluationException("optional.none() dereference")));
        functionLibrary.member(
                "orValue",
                List.of(MAYBE, ANY),
                inner,
                (a, _) -> ((OptionalValue) a.getFirst()).value().orElse(a.get(1)));
        FunctionOverload.Result outer = shapes -> CelType.optional(shapes.getFirst());
        functionLibrary.plain("optional.of", List.of(ANY), outer, (a, _) -> OptionalValue.of(a.getFirst()));
        functionLibrary.plain("optional.none", List.of(), MAYBE, (_, _) -> OptionalValue.NONE);
    }

    /// The text to be converted, for the cost of reading it.
    private static String read(List<Object> arguments, CostMeter costMeter) throws EvaluationException {
        String text = (String) arguments.getFirst();
        costMeter.text(text.length());
        return text;
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
            return CelValues.time(text);
        } catch (DateTimeException _) {
            throw new EvaluationException("parsing time \"%s\": invalid timestamp".formatted(text));
        }
    }

    /// A scalar as text.
    static String text(Object value, CostMeter costMeter) throws EvaluationException {
        return switch (value) {
            case String text -> {
                costMeter.text(text.length());
                yield text;
            }
            case Boolean _, Long _, Instant _ -> value.toString();
            case Double real ->
                real == Math.rint(real) && Math.abs(real) < 1e15 ? Long.toString(real.longValue()) : real.toString();
            case Duration span -> CelDurations.text(span);
            case ByteBuffer _, EncodedBytes _ ->
                StandardCharsets.UTF_8
                        .decode(CelValues.bytes(value, costMeter).duplicate())
                        .toString();
            default -> throw new EvaluationException("no such overload");
        };
    }
}
