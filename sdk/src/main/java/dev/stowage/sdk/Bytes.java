package dev.stowage.sdk;

/// A number of bytes, never negative.
public record Bytes(long count) implements Comparable<Bytes> {

    public static final Bytes ZERO = new Bytes(0);

    /// More than any storage has: "no limit".
    public static final Bytes UNLIMITED = new Bytes(Long.MAX_VALUE);

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + count);
        }
    }

    public static Bytes of(long count) {
        return new Bytes(count);
    }

    public static Bytes mebi(long count) {
        return new Bytes(Math.multiplyExact(count, 1L << 20));
    }

    public static Bytes gibi(long count) {
        return new Bytes(Math.multiplyExact(count, 1L << 30));
    }

    public boolean isZero() {
        return count == 0;
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    public boolean isLessThan(Bytes other) {
        return count < other.count;
    }

    /// For people: `1.5 GiB`, exact only when it comes out even.
    @Override
    public String toString() {
        int unit = 0;
        double value = count;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return value == Math.rint(value)
                ? "%.0f %s".formatted(value, UNITS[unit])
                : "%.1f %s".formatted(value, UNITS[unit]);
    }
}
