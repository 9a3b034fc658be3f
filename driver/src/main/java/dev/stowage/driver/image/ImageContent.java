package dev.stowage.driver.image;

import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.blocks.DataExtents;
import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.nio.ByteBuffer;

/// What is in an image.
final class ImageContent {

    private ImageContent() {}

    /// Whether there is anything but zeroes in an image.
    static boolean anyIn(Descriptor image) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BlockReader.PORTION);
        try (BlockReader bytes = new BlockReader(image)) {
            DataExtents data = DataExtents.of(image, 0);
            while (data.hasNext()) {
                BlockRange range = data.next().range();
                for (long at = range.offset(); at < range.end(); at += BlockReader.PORTION) {
                    buffer.clear().limit((int) Math.min(BlockReader.PORTION, range.end() - at));
                    bytes.read(at, buffer);
                    buffer.flip();
                    for (int i = 0; i < buffer.limit(); i += BlockReader.BLOCK) {
                        if (!BlockReader.isZero(buffer.slice(i, Math.min(BlockReader.BLOCK, buffer.limit() - i)))) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }
}
