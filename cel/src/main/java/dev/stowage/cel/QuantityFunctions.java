package dev.stowage.cel;

import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.INTEGER;
import static dev.stowage.cel.CelType.NUMBER;
import static dev.stowage.cel.CelType.QUANTITY;
import static dev.stowage.cel.CelType.TEXT;

import dev.stowage.cel.regex.GoRegex;
import dev.stowage.cel.regex.InvalidRegexException;
import dev.stowage.k8s.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntPredicate;

/// Functions for quantities such as `10Gi`.
final class QuantityFunctions {
    private static final GoRegex WRITTEN = written();

    private QuantityFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        List<CelType> two = List.of(QUANTITY, QUANTITY);
        functionLibrary.plain("isQuantity", List.of(TEXT), BOOLEAN, (a, costMeter) -> {
            String text = (String) a.getFirst();
            costMeter.text(text.length());
            return text.length() <= 100 && WRITTEN.find(text);
        });
        functionLibrary.plain("quantity", List.of(TEXT), QUANTITY, (a, costMeter) -> {
            String text = (String) a.getFirst();
            costMeter.text(text.length());
            if (text.length() > 100 || !WRITTEN.find(text)) {
                throw new EvaluationException("quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            return Quantity.parse(text).amount();
        });
        compare(functionLibrary, "isGreaterThan", order -> order > 0);
        compare(functionLibrary, "isLessThan", order -> order < 0);
        functionLibrary.member(
                "compareTo", two, INTEGER, (a, _) -> (long) amount(a.get(0)).compareTo(amount(a.get(1))));
        functionLibrary.member("add", two, QUANTITY, (a, _) -> amount(a.get(0)).add(amount(a.get(1))));
        functionLibrary.member(
                "add",
                List.of(QUANTITY, INTEGER),
                QUANTITY,
                (a, _) -> amount(a.get(0)).add(BigDecimal.valueOf((Long) a.get(1))));
        functionLibrary.member("sub", two, QUANTITY, (a, _) -> amount(a.get(0)).subtract(amount(a.get(1))));
        functionLibrary.member(
                "sub",
                List.of(QUANTITY, INTEGER),
                QUANTITY,
                (a, _) -> amount(a.get(0)).subtract(BigDecimal.valueOf((Long) a.get(1))));
        functionLibrary.member("sign", List.of(QUANTITY), INTEGER, (a, _) ->
                (long) amount(a.getFirst()).signum());
        functionLibrary.member("isInteger", List.of(QUANTITY), BOOLEAN, (a, _) -> isWhole(amount(a.getFirst())));
        functionLibrary.member("asInteger", List.of(QUANTITY), INTEGER, (a, _) -> {
            if (!isWhole(amount(a.getFirst()))) {
                throw new EvaluationException("cannot convert value to integer");
            }
            return amount(a.getFirst()).longValue();
        });
        functionLibrary.member(
                "asApproximateFloat",
                List.of(QUANTITY),
                NUMBER,
                (a, _) -> amount(a.getFirst()).doubleValue());
    }

    private static void compare(FunctionLibrary functionLibrary, String name, IntPredicate test) {
        functionLibrary.member(
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

    private static GoRegex written() {
        try {
            return GoRegex.compile("^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,2})?$");
        } catch (InvalidRegexException e) {
            throw new IllegalStateException(e);
        }
    }
}
