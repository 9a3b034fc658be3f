package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/// An amount as Kubernetes writes it, such as `5Gi` or `100m`; amounts of storage are whole bytes, rounded up.
///
/// @param text as it was written
/// @param value whole units
public record Quantity(String text, long value) implements Comparable<Quantity> {
    public static final Quantity ZERO = new Quantity("0", 0);

    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("n", new BigDecimal("1e-9")),
            Map.entry("u", new BigDecimal("1e-6")),
            Map.entry("m", new BigDecimal("1e-3")),
            Map.entry("", BigDecimal.ONE),
            Map.entry("k", new BigDecimal("1e3")),
            Map.entry("M", new BigDecimal("1e6")),
            Map.entry("G", new BigDecimal("1e9")),
            Map.entry("T", new BigDecimal("1e12")),
            Map.entry("P", new BigDecimal("1e15")),
            Map.entry("E", new BigDecimal("1e18")),
            Map.entry("Ki", power(1)),
            Map.entry("Mi", power(2)),
            Map.entry("Gi", power(3)),
            Map.entry("Ti", power(4)),
            Map.entry("Pi", power(5)),
            Map.entry("Ei", power(6)));
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private static BigDecimal power(int steps) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(10 * steps));
    }

    public static Quantity read(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? ZERO : parse(node.asText());
    }

    /// What is no amount counts as nothing: the server lets none of these pass.
    public static Quantity parse(String text) {
        long value = whole(amount(text));
        return new Quantity(value == 0 ? text : JsonFields.share(text), value);
    }

    /// The amount a thousand times: for processors, of which pods ask for parts.
    public static long thousandths(String text) {
        return whole(amount(text).min(MOST).max(LEAST).scaleByPowerOfTen(3));
    }

    private static BigDecimal amount(String text) {
        int end = text.length();
        while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        String number = text.substring(0, end);
        BigDecimal unit = UNITS.get(text.substring(end));
        // "1e3" ends in a digit; "1E" is exa. An exponent is thus always part of the number.
        if (unit == null || number.isEmpty()) {
            return BigDecimal.ZERO;
        }
        try {
            return new BigDecimal(number).multiply(unit);
        } catch (NumberFormatException | ArithmeticException e) {
            return BigDecimal.ZERO;
        }
    }

    private static long whole(BigDecimal amount) {
        // Exponents are for the writer to choose: an amount beyond all measure is not written out in digits first.
        BigDecimal bounded = amount.min(MOST).max(LEAST);
        boolean crumb = bounded.precision() - (long) bounded.scale() < 0;
        return crumb
                ? Math.max(0, bounded.signum())
                : bounded.setScale(0, RoundingMode.CEILING).longValue();
    }

    /// In the largest binary unit that needs no fraction, as the components of Kubernetes write sizes.
    public static Quantity ofBytes(long bytes) {
        int unit = 0;
        long rest = bytes;
        while (rest != 0 && rest % 1024 == 0 && unit < BINARY.length - 1) {
            rest /= 1024;
            unit++;
        }
        return new Quantity(rest + BINARY[unit], bytes);
    }

    public boolean isZero() {
        return value == 0;
    }

    @Override
    public int compareTo(Quantity other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return text;
    }
}
