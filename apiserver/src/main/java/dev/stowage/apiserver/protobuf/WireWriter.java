package dev.stowage.apiserver.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Writes the fields of one message. A zero value is omitted, as in every proto3 message.
public final class WireWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public byte[] bytes() {
        return out.toByteArray();
    }

    public void text(int field, String value) {
        if (!value.isEmpty()) {
            element(field, value);
        }
    }

    /// An element of a list, which may be empty.
    public void element(int field, String value) {
        bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    public void flag(int field, boolean value) {
        if (value) {
            choice(field, true);
        }
    }

    /// A flag that is one of several alternatives: false is not the same as nothing.
    public void choice(int field, boolean value) {
        tag(field, WireReader.VARINT);
        varint(value ? 1 : 0);
    }

    public void number(int field, long value) {
        if (value != 0) {
            tag(field, WireReader.VARINT);
            varint(value);
        }
    }

    public void number(int field, double value) {
        if (value != 0) {
            tag(field, WireReader.FIXED64);
            long bits = Double.doubleToRawLongBits(value);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                out.write((int) (bits >>> shift));
            }
        }
    }

    public void message(int field, Consumer<WireWriter> content) {
        WireWriter nested = new WireWriter();
        content.accept(nested);
        bytes(field, nested.bytes());
    }

    private void bytes(int field, byte[] value) {
        tag(field, WireReader.BYTES);
        varint(value.length);
        out.writeBytes(value);
    }

    private void tag(int field, int form) {
        varint(((long) field << 3) | form);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
