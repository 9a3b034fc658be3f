package dev.stowage.x509;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/// The few values of ASN.1 that a certificate is made of.
final class DerValues {
    private DerValues() {}

    static byte[] sequence(byte[]... parts) {
        return value(0x30, parts);
    }

    /// @param tag says what the parts make together
    static byte[] value(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var whole = new ByteArrayOutputStream(content.size() + 6);
        whole.write(tag);
        if (content.size() < 0x80) {
            whole.write(content.size());
        } else {
            byte[] length = BigInteger.valueOf(content.size()).toByteArray();
            int skip = length[0] == 0 ? 1 : 0;
            whole.write(0x80 | (length.length - skip));
            whole.write(length, skip, length.length - skip);
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
