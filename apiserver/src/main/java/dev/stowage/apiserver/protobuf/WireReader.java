package dev.stowage.apiserver.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the fields of one message.
final class WireReader {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int BYTES = 2;
    static final int FIXED32 = 5;

    private final byte[] bytes;
    private final int end;
    private int at;

    WireReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    boolean hasMore() {
        return at < end;
    }

    long varint() throws MalformedProtobufException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new MalformedProtobufException("unexpected EOF");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedProtobufException("integer overflow");
    }

    /// The number and the wire type of the next field: `number << 3 | type`.
    int tag() throws MalformedProtobufException {
        long tag = varint();
        if (tag >>> 3 == 0 || tag >>> 32 != 0) {
            throw new MalformedProtobufException("illegal tag " + (tag >>> 3));
        }
        return (int) tag;
    }

    double fixed64() throws MalformedProtobufException {
        if (end - at < 8) {
            throw new MalformedProtobufException("unexpected EOF");
        }
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value |= (long) (bytes[at++] & 0xff) << (8 * i);
        }
        return Double.longBitsToDouble(value);
    }

    /// The next message, string or bytes.
    WireReader nested() throws MalformedProtobufException {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new MalformedProtobufException("unexpected EOF");
        }
        WireReader inside = new WireReader(bytes, at, at + (int) length);
        at += (int) length;
        return inside;
    }

    byte[] rest() {
        return Arrays.copyOfRange(bytes, at, end);
    }

    String text() {
        return new String(bytes, at, end - at, StandardCharsets.UTF_8);
    }

    void skip(int form) throws MalformedProtobufException {
        switch (form) {
            case VARINT -> varint();
            case FIXED64 -> fixed64();
            case BYTES -> nested();
            case FIXED32 -> {
                if (end - at < 4) {
                    throw new MalformedProtobufException("unexpected EOF");
                }
                at += 4;
            }
            default -> throw new MalformedProtobufException("illegal wireType " + form);
        }
    }
}
