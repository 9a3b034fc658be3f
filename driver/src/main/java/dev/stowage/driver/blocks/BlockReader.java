package dev.stowage.driver.blocks;

import dev.stowage.linux.Descriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/// Reads an image or a device in portions of bounded size.
public final class BlockReader implements AutoCloseable {

    public static final int BLOCK = 4096;
    public static final int PORTION = 1 << 20;
    private static final ByteBuffer ZEROES = ByteBuffer.allocateDirect(BLOCK).asReadOnlyBuffer();

    private final Descriptor image;
    private final FileChannel channel;

    public BlockReader(Descriptor image) throws IOException {
        this.image = image;
        // Exactly the file that was opened, whatever its name leads to by now.
        this.channel = FileChannel.open(image.path(), StandardOpenOption.READ);
    }

    /// Fills the buffer from the offset on, with zeroes beyond the end of the image.
    public void read(long offset, ByteBuffer into) throws IOException {
        int begin = into.position();
        while (into.hasRemaining()) {
            if (channel.read(into, offset + into.position() - begin) < 0) {
                while (into.hasRemaining()) {
                    into.put((byte) 0);
                }
            }
        }
    }

    public static boolean isZero(ByteBuffer block) {
        return block.mismatch(ZEROES.duplicate().limit(block.remaining())) < 0;
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
