package dev.stowage.sdk;

import dev.stowage.flags.ByteSize;

/// A number of bytes, never negative.
public record Bytes(long count) implements Comparable<Bytes> {

    public static final Bytes ZERO = new Bytes(0);

    /// No limit: larger than any storage.
    public static final Bytes UNLIMITED = new Bytes(Long.MAX_VALUE);

    public Bytes {
        if (count < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + count);
        }
    }

    public static Bytes of(long count) {
        return new Bytes(count);
    }

    /// Parses a quantity: `10Gi` is 10·2³⁰, `10G` is 10·10⁹.
    ///
    /// @throws IllegalArgumentException with a message for the user
    public static Bytes parse(String text) {
        return of(ByteSize.parse(text));
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

    /// For people: `1.5GiB`, rounded down.
    @Override
    public String toString() {
        return ByteSize.format(count);
    }
}
