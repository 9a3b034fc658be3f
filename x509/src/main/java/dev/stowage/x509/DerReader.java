package dev.stowage.x509;

import java.security.GeneralSecurityException;
import java.util.Arrays;

/// Reads the ASN.1 values of a DER encoding, one after another. The input comes from others: every length is
/// checked before it is used.
final class DerReader {
    static final int INTEGER = 0x02;
    static final int BITS = 0x03;
    static final int IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    private static final int LONG_LENGTH = 0x80;
    private static final int LONGEST_LENGTH = 3; // bytes of a length: 16 MiB

    private final byte[] der;
    private final int end;
    private int at;

    DerReader(byte[] der) {
        this(der, 0, der.length);
    }

    private DerReader(byte[] der, int from, int end) {
        this.der = der;
        this.at = from;
        this.end = end;
    }

    /// A value, with where its content is.
    private record Value(int tag, int start, int from, int end) {}

    boolean hasMore() {
        return at < end;
    }

    /// The tag of the next value.
    int tag() throws GeneralSecurityException {
        require(at < end);
        return der[at] & 0xff;
    }

    /// Goes past a value and returns a reader of what is inside it.
    DerReader inside(int tag) throws GeneralSecurityException {
        Value value = next(tag);
        return new DerReader(der, value.from(), value.end());
    }

    byte[] content(int tag) throws GeneralSecurityException {
        Value value = next(tag);
        return Arrays.copyOfRange(der, value.from(), value.end());
    }

    /// With tag and length.
    byte[] whole(int tag) throws GeneralSecurityException {
        Value value = next(tag);
        return Arrays.copyOfRange(der, value.start(), value.end());
    }

    void requireEnd() throws GeneralSecurityException {
        require(at == end);
    }

    private Value next(int tag) throws GeneralSecurityException {
        int start = at;
        require(tag() == tag && end - at >= 2);
        int length = der[at + 1] & 0xff;
        int from = at + 2;
        if (length >= LONG_LENGTH) {
            int count = length - LONG_LENGTH;
            require(count > 0 && count <= LONGEST_LENGTH && count <= end - from);
            length = 0;
            for (int i = 0; i < count; i++) {
                length = (length << 8) | (der[from + i] & 0xff);
            }
            from += count;
        }
        require(length <= end - from);
        at = from + length;
        return new Value(tag, start, from, at);
    }

    private static void require(boolean condition) throws GeneralSecurityException {
        if (!condition) {
            throw new GeneralSecurityException("the DER encoding is not what was expected");
        }
    }
}
