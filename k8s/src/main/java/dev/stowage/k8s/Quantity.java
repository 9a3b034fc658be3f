package dev.stowage.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// An amount as Kubernetes writes it, such as `5Gi`, `100m` or `12e6`.
///
/// Caches hold thousands of them, so the exact amount is not a field: it is computed from the text when it is
/// needed. Two quantities are compared by their exact amount; they are equal when their texts are.
///
/// @param text as it was written
/// @param value whole units, rounded away from zero and limited to the range of `long`
public record Quantity(String text, long value) implements Comparable<Quantity> {
    public static final Quantity ZERO = new Quantity("0", 0);

    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    /// @throws IllegalArgumentException if the text is not a quantity, in the words of Kubernetes
    public static Quantity parse(String text) {
        return of(text, QuantityParser.parse(text).bounded().amount());
    }

    /// Zero for a text that is not a quantity: servers accept no such object, and one in a cache must not stop it.
    public static Quantity parseOrZero(String text) {
        return of(text, amountOrZero(text));
    }

    /// @param node of an object; absent and null are zero
    public static Quantity read(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? ZERO : parseOrZero(node.asText());
    }

    private static Quantity of(String text, BigDecimal amount) {
        long value = roundAwayFromZero(amount);
        return new Quantity(value == 0 ? text : JsonFields.share(text), value);
    }

    private static BigDecimal amountOrZero(String text) {
        try {
            return QuantityParser.parse(text).amount();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return BigDecimal.ZERO;
        }
    }

    /// As `Value()` of Kubernetes' quantities rounds.
    private static long roundAwayFromZero(BigDecimal amount) {
        // The limits come first: an exponent can be too large to write all digits out.
        return amount.min(MAX).max(MIN).setScale(0, RoundingMode.UP).longValue();
    }

    /// In the largest binary unit that needs no fraction, as the components of Kubernetes write sizes.
    public static Quantity ofBytes(long bytes) {
        int unit = 0;
        long rest = bytes;
        while (rest != 0 && rest % 1024 == 0 && unit < BINARY_SUFFIXES.length - 1) {
            rest /= 1024;
            unit++;
        }
        return new Quantity(rest + BINARY_SUFFIXES[unit], bytes);
    }

    /// The exact amount, down to 1n.
    public BigDecimal amount() {
        return amountOrZero(text);
    }

    /// In thousandths, for CPUs: a pod can request a part of one.
    public long milliValue() {
        return roundAwayFromZero(amount().min(MAX).max(MIN).scaleByPowerOfTen(3));
    }

    /// The text that the API server stores: `100m` for `0.1`, `1Mi` for `1024Ki`.
    public String canonical() {
        return QuantityParser.parse(text).canonical();
    }

    public boolean isZero() {
        return value == 0;
    }

    @Override
    public int compareTo(Quantity other) {
        int order = Long.compare(value, other.value);
        return order != 0 || text.equals(other.text) ? order : amount().compareTo(other.amount());
    }

    @Override
    public String toString() {
        return text;
    }
}
