package dev.stowage.x509;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/// Encodes the ASN.1 values of certificates and keys in DER.
final class DerEncoder {
    private static final DateTimeFormatter SHORT_YEAR = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'");
    private static final DateTimeFormatter LONG_YEAR = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");

    private DerEncoder() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, joined(parts));
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, joined(parts));
    }

    /// A value inside a context tag.
    static byte[] explicit(int number, byte[] value) {
        return tagged(0xa0 | number, value);
    }

    /// A value whose context tag replaces the tag of its type.
    static byte[] implicit(int number, byte[] content) {
        return tagged(0x80 | number, content);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] yes() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] octets(byte[] content) {
        return tagged(0x04, content);
    }

    /// @param unused how many bits at the end are not used
    static byte[] bits(int unused, byte[] content) {
        return tagged(0x03, joined(new byte[] {(byte) unused}, content));
    }

    static byte[] text(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] identifier(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        base128(out, Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            base128(out, Integer.parseInt(arcs[i]));
        }
        return tagged(0x06, out.toByteArray());
    }

    private static void base128(ByteArrayOutputStream out, int value) {
        for (int shift = 28; shift > 0; shift -= 7) {
            if (value >>> shift != 0) {
                out.write(0x80 | ((value >>> shift) & 0x7f));
            }
        }
        out.write(value & 0x7f);
    }

    /// UTCTime until 2049 and GeneralizedTime from 2050 on, as RFC 5280 requires.
    static byte[] time(Instant at) {
        ZonedDateTime utc = at.atZone(ZoneOffset.UTC);
        boolean isShort = utc.getYear() < 2050;
        String written = utc.format(isShort ? SHORT_YEAR : LONG_YEAR);
        return tagged(isShort ? 0x17 : 0x18, written.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 6);
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int skip = length[0] == 0 ? 1 : 0;
            out.write(0x80 | (length.length - skip));
            out.write(length, skip, length.length - skip);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
