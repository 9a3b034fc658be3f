package dev.stowage.apiserver.validation;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.Problems;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;

/// Amounts such as `10Gi` and `100m`.
public final class Quantities {
    private static final Map<String, BigDecimal> FACTORS = Map.ofEntries(
            Map.entry("n", BigDecimal.ONE.scaleByPowerOfTen(-9)),
            Map.entry("u", BigDecimal.ONE.scaleByPowerOfTen(-6)),
            Map.entry("m", BigDecimal.ONE.scaleByPowerOfTen(-3)),
            Map.entry("", BigDecimal.ONE),
            Map.entry("k", BigDecimal.ONE.scaleByPowerOfTen(3)),
            Map.entry("M", BigDecimal.ONE.scaleByPowerOfTen(6)),
            Map.entry("G", BigDecimal.ONE.scaleByPowerOfTen(9)),
            Map.entry("T", BigDecimal.ONE.scaleByPowerOfTen(12)),
            Map.entry("P", BigDecimal.ONE.scaleByPowerOfTen(15)),
            Map.entry("E", BigDecimal.ONE.scaleByPowerOfTen(18)),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private Quantities() {}

    /// The number that a quantity stands for; zero for what is none, because decoding has refused that already.
    public static BigDecimal amount(JsonNode quantity) {
        if (quantity.isNumber()) {
            return quantity.decimalValue();
        }
        String text = quantity.asText("").strip();
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        try {
            BigDecimal factor = FACTORS.get(text.substring(end));
            return factor == null || isExponent(text, end)
                    ? new BigDecimal(text)
                    : new BigDecimal(text.substring(0, end)).multiply(factor);
        } catch (NumberFormatException _) {
            return BigDecimal.ZERO;
        }
    }

    private static boolean isExponent(String text, int end) {
        return end == text.length() && text.toLowerCase(Locale.ROOT).indexOf('e') >= 0;
    }

    public static void notNegative(JsonNode quantity, String field, Problems problems) {
        if (amount(quantity).signum() < 0) {
            problems.invalid(field, quoted(quantity.asText()), "must be greater than or equal to 0");
        }
    }

    public static void positive(JsonNode quantity, String field, Problems problems) {
        if (amount(quantity).signum() <= 0) {
            problems.invalid(field, quoted(quantity.asText()), "must be greater than zero");
        }
    }

    /// Of something that can only be counted in whole numbers.
    public static boolean isWhole(JsonNode quantity) {
        return amount(quantity).stripTrailingZeros().scale() <= 0;
    }
}
