package dev.stowage.node.runtime.cri;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An in-memory tar archive with the features that an image needs.
final class TarArchive {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    TarArchive directory(String name, int mode) {
        return entry(name + "/", mode, '5', "", new byte[0]);
    }

    TarArchive file(String name, int mode, byte[] content) {
        return entry(name, mode, '0', "", content);
    }

    TarArchive link(String name, String target) {
        return entry(name, 0777, '2', target, new byte[0]);
    }

    /// Two empty blocks end it.
    byte[] finish() {
        bytes.writeBytes(new byte[2 * BLOCK]);
        return bytes.toByteArray();
    }

    private TarArchive entry(String name, int mode, char type, String target, byte[] content) {
        byte[] header = new byte[BLOCK];
        put(header, 0, name);
        put(header, 100, "%07o".formatted(mode));
        put(header, 108, "%07o".formatted(0));
        put(header, 116, "%07o".formatted(0));
        put(header, 124, "%011o".formatted(content.length));
        put(header, 136, "%011o".formatted(0));
        header[156] = (byte) type;
        put(header, 157, target);
        put(header, 257, "ustar\00000");
        // The checksum is computed with its own field filled with spaces.
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, "%06o\0 ".formatted(sum));
        bytes.writeBytes(header);
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        return this;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] value = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(value, 0, header, at, value.length);
    }
}
