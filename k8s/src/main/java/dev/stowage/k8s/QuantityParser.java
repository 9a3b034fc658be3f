package dev.stowage.k8s;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/// The text of a quantity, taken apart.
///
/// @param digits before the point, without leading zeros
/// @param decimals after the point
/// @param power of the base that the suffix represents
record QuantityParser(String text, Base base, int power, String digits, String decimals) {

    /// The kind of suffix that a quantity is written with.
    private enum Base {
        TEN,
        TEN_WITH_EXPONENT,
        TWO
    }

    private static final Map<String, Integer> TENS = Map.ofEntries(
            Map.entry("n", -9),
            Map.entry("u", -6),
            Map.entry("m", -3),
            Map.entry("", 0),
            Map.entry("k", 3),
            Map.entry("M", 6),
            Map.entry("G", 9),
            Map.entry("T", 12),
            Map.entry("P", 15),
            Map.entry("E", 18));
    private static final Map<String, Integer> TWOS = Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40, "Pi", 50, "Ei", 60);

    private static final int SMALLEST_POWER = -9;
    private static final int LARGEST_POWER = 18;
    private static final BigDecimal SMALLEST = BigDecimal.ONE.scaleByPowerOfTen(SMALLEST_POWER);
    /// Larger exponents only make arithmetic slow.
    private static final int LARGEST_EXPONENT = 400;

    /// The time to read a number grows with the square of its length: a million digits take seconds.
    private static final int MOST_DIGITS = 1000;

    private static final int FAST_DIGITS = 18;
    private static final int FAST_BINARY_DIGITS = 15;
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final String WRONG_FORM =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String WRONG_NUMBER = "unable to parse numeric part of quantity";
    private static final String WRONG_SUFFIX = "unable to parse quantity's suffix";

    /// Any exponent is accepted.
    ///
    /// @throws IllegalArgumentException in the words of Kubernetes
    static QuantityParser parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(WRONG_FORM);
        }
        int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int whole = skip(text, start, "0123456789");
        int fraction = whole < text.length() && text.charAt(whole) == '.' ? skip(text, whole + 1, "0123456789") : whole;
        String suffix = suffix(text, fraction);
        if (fraction - start > MOST_DIGITS) {
            throw new IllegalArgumentException(WRONG_NUMBER);
        }
        String digits = text.substring(skip(text.substring(0, whole), start, "0"), whole);
        String decimals = whole == fraction ? "" : text.substring(whole + 1, fraction);
        Base base = base(suffix);
        return new QuantityParser(text, base, power(base, suffix), digits, decimals);
    }

    /// Refuses exponents that no real amount has. The digits count too: the stored form of `55000e400` is `55e403`,
    /// which must be accepted as well.
    QuantityParser bounded() {
        if (base == Base.TEN_WITH_EXPONENT
                && (power > LARGEST_EXPONENT + 1 - Math.max(digits.length(), 1) || power < -LARGEST_EXPONENT)) {
            throw new IllegalArgumentException(WRONG_NUMBER);
        }
        return this;
    }

    private static String suffix(String text, int start) {
        int letters = skip(text, start, "eEinumkKMGTP");
        int sign = letters < text.length() && "+-".indexOf(text.charAt(letters)) >= 0 ? letters + 1 : letters;
        if (skip(text, sign, "0123456789") != text.length()) {
            throw new IllegalArgumentException(WRONG_FORM);
        }
        return text.substring(start);
    }

    private static Base base(String suffix) {
        if (TENS.containsKey(suffix)) {
            return Base.TEN;
        }
        return TWOS.containsKey(suffix) ? Base.TWO : Base.TEN_WITH_EXPONENT;
    }

    private static int power(Base base, String suffix) {
        return switch (base) {
            case TEN -> TENS.getOrDefault(suffix, 0);
            case TWO -> TWOS.getOrDefault(suffix, 0);
            case TEN_WITH_EXPONENT -> exponent(suffix);
        };
    }

    private static int exponent(String suffix) {
        if (suffix.charAt(0) != 'e' && suffix.charAt(0) != 'E') {
            throw new IllegalArgumentException(WRONG_SUFFIX);
        }
        try {
            return Integer.parseInt(suffix.substring(1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(WRONG_SUFFIX, e);
        }
    }

    private static int skip(String text, int start, String characters) {
        int at = start;
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /// Exact down to 1n; a smaller fraction is rounded away from zero.
    ///
    /// @throws ArithmeticException for an exponent beyond what decimal numbers can hold
    BigDecimal amount() {
        BigDecimal amount = unsigned();
        if (amount.scale() > -SMALLEST_POWER) {
            // A request for something gets something, however little. The comparison comes first because rounding
            // would write out all digits of a huge negative exponent.
            amount = amount.compareTo(SMALLEST) < 0 ? SMALLEST : amount.setScale(-SMALLEST_POWER, RoundingMode.UP);
        }
        if (base == Base.TWO) {
            amount = amount.min(LARGEST_BINARY);
        }
        return text.charAt(0) == '-' ? amount.negate() : amount;
    }

    private BigDecimal unsigned() {
        BigInteger number = new BigInteger("0" + digits + decimals);
        if (number.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal written = new BigDecimal(number, decimals.length());
        return base == Base.TWO
                ? written.multiply(new BigDecimal(BigInteger.TWO.pow(power)))
                : written.scaleByPowerOfTen(power);
    }

    /// The shortest text with the same kind of suffix and without a fraction: `0.1` is `100m`, `1024Ki` is `1Mi`.
    String canonical() {
        boolean exact = unsigned().scale() <= -SMALLEST_POWER;
        return exact && isKeptAsWritten() ? text : canonical(amount());
    }

    /// Kubernetes keeps a text that looks short enough, even `1.200`, and clients see the result.
    private boolean isKeptAsWritten() {
        String shifted = (digits.isEmpty() ? "0" : digits) + decimals;
        if (base == Base.TWO) {
            boolean fast = decimals.isEmpty() && FAST_BINARY_DIGITS - shifted.length() - power * 3 / 10 - 1 >= 0;
            return fast && (Long.parseLong(shifted) & 7) != 0;
        }
        int scale = power - decimals.length();
        return shifted.length() <= FAST_DIGITS
                && scale >= SMALLEST_POWER
                && scale % 3 == 0
                && !shifted.endsWith("000")
                && shifted.charAt(0) != '0';
    }

    private String canonical(BigDecimal amount) {
        if (amount.signum() == 0) {
            return "0";
        }
        boolean small = amount.abs().compareTo(BigDecimal.valueOf(1024)) < 0;
        BigDecimal shortest = amount.stripTrailingZeros();
        if (base == Base.TWO && !small && shortest.scale() <= 0) {
            return binary(amount.toBigIntegerExact());
        }
        int exponent = Math.floorDiv(-shortest.scale(), 3) * 3;
        if (base != Base.TEN_WITH_EXPONENT) {
            // No suffix is larger. Kubernetes writes none then, and 3000E becomes 3: another amount.
            exponent = Math.min(exponent, LARGEST_POWER);
        }
        String number =
                shortest.scaleByPowerOfTen(-exponent).toBigIntegerExact().toString();
        return number + (base == Base.TEN_WITH_EXPONENT ? exponential(exponent) : suffix(TENS, exponent));
    }

    private static String exponential(int exponent) {
        return exponent == 0 ? "" : "e" + exponent;
    }

    private static String binary(BigInteger amount) {
        BigInteger left = amount;
        int power = 0;
        while (left.mod(KIBI).signum() == 0) {
            left = left.divide(KIBI);
            power += 10;
        }
        return left + (power == 0 ? "" : suffix(TWOS, power));
    }

    private static String suffix(Map<String, Integer> suffixes, int power) {
        return suffixes.entrySet().stream()
                .filter(suffix -> suffix.getValue() == power)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }
}
