package dev.stowage.explain.bundle;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the regular files of a tar archive, one after another. Never writes to disk.
final class TarReader {
    private static final int BLOCK = 512;

    private final InputStream in;

    TarReader(InputStream in) {
        this.in = in;
    }

    /// @param isFile whether it is a regular file; other entries are skipped
    record Entry(String name, long size, boolean isFile) {}

    Optional<Entry> next() throws IOException {
        byte[] header = in.readNBytes(BLOCK);
        if (header.length == 0 || isEmpty(header)) {
            return Optional.empty();
        }
        if (header.length < BLOCK) {
            throw new EOFException("it ends within a header");
        }
        check(header);
        byte type = header[156];
        return Optional.of(new Entry(text(header, 0, 100), octal(header, 124, 12), type == '0' || type == 0));
    }

    byte[] read(Entry entry) throws IOException {
        byte[] content = in.readNBytes(Math.toIntExact(entry.size()));
        if (content.length < entry.size()) {
            throw new EOFException("it ends within " + entry.name());
        }
        in.skipNBytes(padding(entry));
        return content;
    }

    void pass(Entry entry) throws IOException {
        in.skipNBytes(entry.size() + padding(entry));
    }

    private static long padding(Entry entry) {
        return (BLOCK - entry.size() % BLOCK) % BLOCK;
    }

    private static void check(byte[] header) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean own = i >= 148 && i < 156;
            sum += own ? ' ' : header[i] & 0xff;
        }
        if (sum != octal(header, 148, 8)) {
            throw new IOException("it is not a tar archive, or it is corrupted");
        }
    }

    private static boolean isEmpty(byte[] block) {
        for (byte each : block) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private static long octal(byte[] header, int at, int width) throws IOException {
        String digits = text(header, at, width).strip();
        try {
            long number = Long.parseLong(digits, 8);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IOException("a number in its headers is invalid", e);
        }
        throw new IOException("a number in its headers is negative");
    }

    private static String text(byte[] header, int at, int width) {
        int end = at;
        while (end < at + width && header[end] != 0) {
            end++;
        }
        return new String(header, at, end - at, StandardCharsets.UTF_8);
    }
}
