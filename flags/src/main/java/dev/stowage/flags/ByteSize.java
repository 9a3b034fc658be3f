package dev.stowage.flags;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes as people write them: `10Gi` (or `10GiB`) is 10·2³⁰, `10G` (or `10GB`) is 10·10⁹.
public final class ByteSize {

    private static final Pattern WRITTEN = Pattern.compile("(\\d+(?:\\.\\d+)?)(?:([kKMGTPE])(i?))?B?");
    private static final List<String> UNITS = List.of("", "K", "M", "G", "T", "P", "E");

    private ByteSize() {}

    public static Long parse(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a size such as 1073741824, 500M or 10Gi");
        }
        String unit = written.group(2) == null ? "" : written.group(2).toUpperCase(Locale.ROOT);
        BigDecimal base = BigDecimal.valueOf("i".equals(written.group(3)) ? 1024 : 1000);
        try {
            return new BigDecimal(written.group(1))
                    .multiply(base.pow(UNITS.indexOf(unit)))
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a whole number of bytes below 8Ei", e);
        }
    }

    /// `10GiB`, `1.5TiB`, `1000B`: rounded down, so that a volume is never shown larger than it is.
    public static String format(long bytes) {
        if (bytes < 0) {
            return bytes + "B";
        }
        int power = Math.max(0, (63 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10);
        BigDecimal amount = BigDecimal.valueOf(bytes)
                .divide(BigDecimal.valueOf(1L << (10 * power)), 1, RoundingMode.DOWN)
                .stripTrailingZeros();
        return amount.toPlainString() + UNITS.get(power) + (power == 0 ? "B" : "iB");
    }
}
