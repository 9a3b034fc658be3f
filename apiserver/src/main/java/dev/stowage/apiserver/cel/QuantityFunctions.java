package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.INTEGER;
import static dev.stowage.apiserver.cel.Shape.NUMBER;
import static dev.stowage.apiserver.cel.Shape.QUANTITY;
import static dev.stowage.apiserver.cel.Shape.TEXT;

import dev.stowage.apiserver.pattern.InvalidPatternException;
import dev.stowage.apiserver.pattern.Regex;
import dev.stowage.apiserver.schema.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntPredicate;

/// About amounts such as `10Gi`.
final class QuantityFunctions {
    private static final Regex WRITTEN = written();

    private QuantityFunctions() {}

    static void addTo(Library library) {
        List<Shape> two = List.of(QUANTITY, QUANTITY);
        library.plain("isQuantity", List.of(TEXT), BOOLEAN, (a, meter) -> {
            String text = (String) a.getFirst();
            meter.text(text.length());
            return text.length() <= 100 && WRITTEN.find(text);
        });
        library.plain("quantity", List.of(TEXT), QUANTITY, (a, meter) -> {
            String text = (String) a.getFirst();
            meter.text(text.length());
            if (text.length() > 100 || !WRITTEN.find(text)) {
                throw new EvaluationException("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            return Quantity.parse(text).amount();
        });
        compare(library, "isGreaterThan", order -> order > 0);
        compare(library, "isLessThan", order -> order < 0);
        library.member(
                "compareTo", two, INTEGER, (a, _) -> (long) amount(a.get(0)).compareTo(amount(a.get(1))));
        library.member("add", two, QUANTITY, (a, _) -> amount(a.get(0)).add(amount(a.get(1))));
        library.member(
                "add",
                List.of(QUANTITY, INTEGER),
                QUANTITY,
                (a, _) -> amount(a.get(0)).add(BigDecimal.valueOf((Long) a.get(1))));
        library.member("sub", two, QUANTITY, (a, _) -> amount(a.get(0)).subtract(amount(a.get(1))));
        library.member(
                "sub",
                List.of(QUANTITY, INTEGER),
                QUANTITY,
                (a, _) -> amount(a.get(0)).subtract(BigDecimal.valueOf((Long) a.get(1))));
        library.member("sign", List.of(QUANTITY), INTEGER, (a, _) ->
                (long) amount(a.getFirst()).signum());
        library.member("isInteger", List.of(QUANTITY), BOOLEAN, (a, _) -> isWhole(amount(a.getFirst())));
        library.member("asInteger", List.of(QUANTITY), INTEGER, (a, _) -> {
            if (!isWhole(amount(a.getFirst()))) {
                throw new EvaluationException("cannot convert value to integer");
            }
            return amount(a.getFirst()).longValue();
        });
        library.member(
                "asApproximateFloat",
                List.of(QUANTITY),
                NUMBER,
                (a, _) -> amount(a.getFirst()).doubleValue());
    }

    private static void compare(Library library, String name, IntPredicate test) {
        library.member(
                name,
                List.of(QUANTITY, QUANTITY),
                BOOLEAN,
                (a, _) -> test.test(amount(a.get(0)).compareTo(amount(a.get(1)))));
    }

    private static BigDecimal amount(Object value) {
        return (BigDecimal) value;
    }

    private static boolean isWhole(BigDecimal amount) {
        return amount.stripTrailingZeros().scale() <= 0
                && amount.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }

    private static Regex written() {
        try {
            return Regex.compile("^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$");
        } catch (InvalidPatternException e) {
            throw new IllegalStateException(e);
        }
    }
}
