package dev.stowage.linux.tar;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/// Writes a tar archive (POSIX ustar), one entry after another. All entries belong to root and have the same
/// time, so that equal entries give an identical archive.
public final class TarOutput implements AutoCloseable {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int PREFIX = 155;

    /// Eleven octal digits.
    private static final long LARGEST = (1L << 33) - 1;

    private final OutputStream out;
    private final long time;

    /// @param time of every entry
    public TarOutput(OutputStream out, Instant time) {
        this.out = out;
        this.time = Math.max(0, time.getEpochSecond());
    }

    public TarOutput directory(String name, int mode) throws IOException {
        header(name.endsWith("/") ? name : name + "/", mode, '5', "", 0);
        return this;
    }

    public TarOutput file(String name, int mode, byte[] content) throws IOException {
        header(name, mode, '0', "", content.length);
        out.write(content);
        pad(content.length);
        return this;
    }

    public TarOutput file(String name, int mode, Path content) throws IOException {
        long size = Files.size(content);
        header(name, mode, '0', "", size);
        long copied = Files.copy(content, out);
        if (copied != size) {
            throw new IOException(content + " changed while it was archived");
        }
        pad(size);
        return this;
    }

    /// A symbolic link.
    public TarOutput link(String name, String target) throws IOException {
        header(name, 0777, '2', target, 0);
        return this;
    }

    private void header(String name, int mode, char type, String target, long size) throws IOException {
        byte[] header = new byte[BLOCK];
        name(header, name);
        put(header, 100, 8, "%07o".formatted(mode));
        put(header, 108, 8, "%07o".formatted(0));
        put(header, 116, 8, "%07o".formatted(0));
        if (size > LARGEST) {
            throw new IllegalArgumentException(name + " is too large for an archive: " + size + " bytes");
        }
        put(header, 124, 12, "%011o".formatted(size));
        put(header, 136, 12, "%011o".formatted(time));
        header[156] = (byte) type;
        put(header, 157, NAME, target);
        put(header, 257, 8, "ustar\00000");
        // The checksum is computed with its own field set to spaces.
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, 8, "%06o\0 ".formatted(sum));
        out.write(header);
    }

    /// A long name is split at a slash.
    private static void name(byte[] header, String name) {
        byte[] all = name.getBytes(StandardCharsets.UTF_8);
        if (all.length <= NAME) {
            System.arraycopy(all, 0, header, 0, all.length);
            return;
        }
        for (int cut = Math.max(1, all.length - NAME - 1); cut < all.length - 1 && cut <= PREFIX; cut++) {
            if (all[cut] == '/') {
                System.arraycopy(all, cut + 1, header, 0, all.length - cut - 1);
                System.arraycopy(all, 0, header, 345, cut);
                return;
            }
        }
        throw new IllegalArgumentException("the name " + name + " is too long for an archive");
    }

    private static void put(byte[] header, int at, int length, String text) {
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        if (value.length > length) {
            throw new IllegalArgumentException("\"" + text + "\" does not fit into " + length + " bytes of an archive");
        }
        System.arraycopy(value, 0, header, at, value.length);
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    /// Two empty blocks end an archive.
    @Override
    public void close() throws IOException {
        try (out) {
            out.write(new byte[2 * BLOCK]);
        }
    }
}
