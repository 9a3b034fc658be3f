package dev.stowage.k8s;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/// An amount such as `10Gi`, `100m` or `12e6`, which knows the kind of suffix that it was written with.
///
/// Its text is the shortest one of that kind without a fraction, so that `0.1` becomes `100m` and `1024Ki` becomes
/// `1Mi`.
/// Two quantities are compared by their amount; they are equal when amount and text are.
public record DecimalQuantity(BigDecimal amount, String text) implements Comparable<DecimalQuantity> {

    /// The suffix of a text, as a power of its base.
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
    /// Nothing that can be counted is larger; a larger exponent would only make arithmetic slow.
    private static final int LARGEST_EXPONENT = 400;

    private static final int FAST_DIGITS = 18;
    private static final int FAST_BINARY_DIGITS = 15;
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final String WRONG_FORM =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String WRONG_NUMBER = "unable to parse numeric part of quantity";
    private static final String WRONG_SUFFIX = "unable to parse quantity's suffix";

    /// @throws IllegalArgumentException in Kubernetes' words
    public static DecimalQuantity parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(WRONG_FORM);
        }
        int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int whole = skip(text, start, "0123456789");
        int fraction = whole < text.length() && text.charAt(whole) == '.' ? skip(text, whole + 1, "0123456789") : whole;
        String suffix = suffix(text, fraction);
        String digits = text.substring(skip(text.substring(0, whole), start, "0"), whole);
        String decimals = whole == fraction ? "" : text.substring(whole + 1, fraction);
        Base base = base(suffix);
        int power = power(base, suffix);
        BigDecimal amount = new BigDecimal(new BigInteger("0" + digits + decimals), decimals.length());
        amount = base == Base.TWO
                ? amount.multiply(new BigDecimal(BigInteger.TWO.pow(power)))
                : amount.scaleByPowerOfTen(power);
        boolean exact = amount.signum() == 0 || amount.scale() <= -SMALLEST_POWER;
        if (!exact) {
            // Whoever asks for some gets some, however little it is.
            amount = amount.setScale(-SMALLEST_POWER, RoundingMode.UP);
        }
        if (base == Base.TWO && amount.compareTo(LARGEST_BINARY) > 0) {
            amount = LARGEST_BINARY;
        }
        BigDecimal signed = text.charAt(0) == '-' ? amount.negate() : amount;
        return new DecimalQuantity(
                signed, exact && isKeptAsWritten(base, power, digits, decimals) ? text : canonical(signed, base));
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
        int exponent;
        try {
            exponent = Integer.parseInt(suffix.substring(1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(WRONG_SUFFIX, e);
        }
        if (Math.abs(exponent) > LARGEST_EXPONENT) {
            throw new IllegalArgumentException(WRONG_NUMBER);
        }
        return exponent;
    }

    private static int skip(String text, int start, String characters) {
        int at = start;
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /// Kubernetes does not rewrite a text that looks short enough, though `1.200` is not. Its habit is part of what
    /// clients see.
    private static boolean isKeptAsWritten(Base base, int power, String digits, String decimals) {
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

    private static String canonical(BigDecimal amount, Base base) {
        if (amount.signum() == 0) {
            return "0";
        }
        boolean small = amount.abs().compareTo(BigDecimal.valueOf(1024)) < 0;
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        if (base == Base.TWO && !small && whole) {
            return binary(amount.toBigIntegerExact());
        }
        BigDecimal shortest = amount.stripTrailingZeros();
        int exponent = Math.floorDiv(-shortest.scale(), 3) * 3;
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

    @Override
    public int compareTo(DecimalQuantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public String toString() {
        return text;
    }
}
