package dev.stowage.apiserver.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Bodies in protobuf, for tests.
final class SampleMessages {
    private SampleMessages() {}

    /// @param content the fields of the object
    static byte[] body(String version, String kind, byte[]... content) {
        byte[] magic = {'k', '8', 's', 0};
        return joined(magic, part(1, part(1, version), part(2, kind)), part(2, content));
    }

    static byte[] pod() {
        byte[] quantity = part(2, part(1, "100m"));
        byte[] resources = part(8, part(1, part(1, "cpu"), quantity));
        byte[] port = part(6, varint(3, 80));
        byte[] probe = part(10, part(1, part(2, part(2, varint(1, 0), varint(2, 80)))));
        byte[] container = part(2, part(1, "c"), part(2, "image"), port, resources, probe);
        byte[] metadata =
                part(1, part(1, "a"), part(11, part(1, "k"), part(2, "v")), part(8, varint(1, 1_700_000_000)));
        return body("v1", "Pod", metadata, part(2, container, varint(4, 30)));
    }

    static byte[] definition() {
        return schema("{\"a\": [1]}");
    }

    /// A definition whose schema has a default.
    static byte[] schema(String preset) {
        byte[] inner = part(29, part(1, "x"), part(2, part(5, "string"), part(8, part(1, preset))));
        byte[] schema = part(4, part(1, part(5, "object"), inner));
        byte[] version = part(7, part(1, "v1"), varint(2, 1), varint(3, 1), schema);
        return body("apiextensions.k8s.io/v1", "CustomResourceDefinition", part(2, part(1, "example.com"), version));
    }

    private static byte[] varint(int number, long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        plain(out, (long) number << 3);
        plain(out, value);
        return out.toByteArray();
    }

    private static byte[] part(int number, String text) {
        return part(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] part(int number, byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        plain(out, (long) number << 3 | 2);
        byte[] inside = joined(parts);
        plain(out, inside.length);
        out.writeBytes(inside);
        return out.toByteArray();
    }

    private static void plain(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
