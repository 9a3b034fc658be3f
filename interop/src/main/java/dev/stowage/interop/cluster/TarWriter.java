package dev.stowage.interop.cluster;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A tar archive in memory, as much of it as an image needs. Same entries, same bytes.
final class TarWriter {

    private static final int BLOCK = 512;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    TarWriter directory(String name, int mode) {
        return entry(name + "/", mode, '5', "", new byte[0]);
    }

    TarWriter file(String name, int mode, byte[] content) {
        return entry(name, mode, '0', "", content);
    }

    TarWriter link(String name, String target) {
        return entry(name, 0777, '2', target, new byte[0]);
    }

    /// Two empty blocks end an archive.
    byte[] finish() {
        bytes.writeBytes(new byte[2 * BLOCK]);
        return bytes.toByteArray();
    }

    private TarWriter entry(String name, int mode, char type, String target, byte[] content) {
        byte[] header = new byte[BLOCK];
        put(header, 0, 100, name);
        put(header, 100, 8, "%07o".formatted(mode));
        put(header, 108, 8, "%07o".formatted(0));
        put(header, 116, 8, "%07o".formatted(0));
        put(header, 124, 12, "%011o".formatted(content.length));
        put(header, 136, 12, "%011o".formatted(0));
        header[156] = (byte) type;
        put(header, 157, 100, target);
        put(header, 257, 8, "ustar\00000");
        // The checksum is taken with its own field full of spaces.
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, 8, "%06o\0 ".formatted(sum));
        bytes.writeBytes(header);
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        return this;
    }

    private static void put(byte[] header, int at, int room, String text) {
        byte[] value = text.getBytes(StandardCharsets.US_ASCII);
        if (value.length > room) {
            throw new IllegalArgumentException("\"" + text + "\" does not fit into " + room + " bytes of a tar header");
        }
        System.arraycopy(value, 0, header, at, value.length);
    }
}
