package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;

/// The data that a workload has written, identified by its checksum.
public final class WrittenData {

    private static final int LENGTH = 256 * 1024;

    /// Writing to a file system that was left frozen never returns.
    private static final Duration FROZEN = Duration.ofSeconds(90);

    private WrittenData() {}

    /// @return the checksum
    public static String write(Path volume) throws IOException {
        byte[] bytes = new byte[LENGTH];
        new Random(1).nextBytes(bytes);
        put(file(volume, "kept"), 0, bytes);
        return sum(bytes);
    }

    public static void mustBe(Path volume, String sum) throws IOException {
        try (InputStream in = Files.newInputStream(file(volume, "kept"))) {
            assertThat(sum(in.readNBytes(LENGTH)))
                    .as("checksum of what was written before")
                    .isEqualTo(sum);
        }
    }

    /// A raw device has no files: what is written lies in it, one after the other.
    private static Path file(Path volume, String name) {
        return Files.isDirectory(volume) ? volume.resolve(VolumeLifecycle.CONTENT + name) : volume;
    }

    /// Fails when the file system is frozen or read-only.
    public static void mustBeWritable(Path volume) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            try {
                put(file(volume, "probe"), LENGTH, new byte[1]);
            } catch (IOException e) {
                failure[0] = e;
            }
        });
        assertThat(writer.join(FROZEN))
                .as("writing to " + volume + " comes to an end")
                .isTrue();
        assertThat(failure[0]).as("failure of writing to " + volume).isNull();
    }

    private static void put(Path file, long position, byte[] bytes) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            out.position(position);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
            out.force(true);
        }
    }

    private static String sum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
