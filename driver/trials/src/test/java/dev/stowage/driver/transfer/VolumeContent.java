package dev.stowage.driver.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;

/// What a raw volume must hold, kept in memory beside it.
final class VolumeContent implements TransferContent {

    private static final int BLOCK = 4096;

    private final byte[] bytes = new byte[DriverNode.SIZE];
    private final Random random = new Random(42);

    /// Overwrites random blocks with random bytes, and every fourth of them with zeroes.
    @Override
    public void scribble(Path device, int blocks) throws IOException {
        try (FileChannel out = FileChannel.open(device, StandardOpenOption.WRITE)) {
            byte[] block = new byte[BLOCK];
            for (int i = 0; i < blocks; i++) {
                int at = random.nextInt(bytes.length / BLOCK) * BLOCK;
                if (i % 4 == 3) {
                    Arrays.fill(block, (byte) 0);
                } else {
                    random.nextBytes(block);
                }
                write(out, at, block);
            }
            out.force(true);
        }
    }

    /// Fills a part of the volume without a hole.
    void fill(Path device, int length) throws IOException {
        byte[] part = new byte[length];
        random.nextBytes(part);
        try (FileChannel out = FileChannel.open(device, StandardOpenOption.WRITE)) {
            write(out, 0, part);
            out.force(true);
        }
    }

    private void write(FileChannel out, int at, byte[] part) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(part);
        while (rest.hasRemaining()) {
            out.write(rest, at + rest.position());
        }
        System.arraycopy(part, 0, bytes, at, part.length);
    }

    @Override
    public void mustBe(Path device) throws IOException {
        byte[] found;
        try (InputStream in = Files.newInputStream(device)) {
            found = in.readNBytes(bytes.length);
        }
        assertThat(Arrays.mismatch(found, bytes)).as("first byte that differs").isEqualTo(-1);
    }
}
