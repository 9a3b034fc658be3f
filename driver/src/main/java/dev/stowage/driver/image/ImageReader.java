package dev.stowage.driver.image;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/// Reads an image in portions of bounded size.
final class ImageReader implements AutoCloseable {

    static final int BLOCK = 4096;
    static final int PORTION = 1 << 20;
    private static final ByteBuffer ZEROES = ByteBuffer.allocateDirect(BLOCK).asReadOnlyBuffer();

    private final Descriptor image;
    private final FileChannel channel;

    ImageReader(Descriptor image) throws IOException {
        this.image = image;
        // Exactly the file that was opened, whatever its name leads to by now.
        this.channel = FileChannel.open(image.path(), StandardOpenOption.READ);
    }

    /// Fills the buffer from the offset on, with zeroes behind the end of the image.
    void read(long offset, ByteBuffer into) throws IOException {
        int begin = into.position();
        while (into.hasRemaining()) {
            if (channel.read(into, offset + into.position() - begin) < 0) {
                while (into.hasRemaining()) {
                    into.put((byte) 0);
                }
            }
        }
    }

    static boolean isZero(ByteBuffer block) {
        return block.mismatch(ZEROES.duplicate().limit(block.remaining())) < 0;
    }

    /// Whether there is anything but zeroes in an image.
    static boolean anyIn(Descriptor image) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(PORTION);
        try (ImageReader bytes = new ImageReader(image)) {
            DataExtents data = DataExtents.of(image, 0);
            while (data.hasNext()) {
                BlockRange range = data.next().range();
                for (long at = range.offset(); at < range.end(); at += PORTION) {
                    buffer.clear().limit((int) Math.min(PORTION, range.end() - at));
                    bytes.read(at, buffer);
                    buffer.flip();
                    for (int i = 0; i < buffer.limit(); i += BLOCK) {
                        if (!isZero(buffer.slice(i, Math.min(BLOCK, buffer.limit() - i)))) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return image.toString();
    }
}
