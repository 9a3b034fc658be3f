package dev.stowage.driver.image;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// An image that is written block by block.
final class ImageTarget implements TransferTarget {

    private final ImageFile file;
    private final Optional<ImageFile> base;
    private final boolean thin;
    private final Descriptor image;
    private final FileChannel channel;

    private ImageTarget(ImageFile file, Optional<ImageFile> base, boolean thin, Descriptor image) throws IOException {
        this.file = file;
        this.base = base;
        this.thin = thin;
        this.image = image;
        this.channel = FileChannel.open(image.path(), StandardOpenOption.WRITE);
    }

    /// @param base what a difference is compared with; empty for a whole image
    static ImageTarget open(ImageFile file, Optional<ImageFile> base, boolean thin) throws IOException {
        Descriptor image = file.openForWriting();
        try {
            return new ImageTarget(file, base, thin, image);
        } catch (IOException | RuntimeException e) {
            image.close();
            throw e;
        }
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws CsiException, IOException {
        int begin = bytes.position();
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes, offset + bytes.position() - begin);
            }
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("No space left")) {
                throw CsiException.resourceExhausted("the pool has no space for the rest of %s".formatted(file.path()));
            }
            throw e;
        }
    }

    /// The blocks of a volume that is not thin stay reserved.
    @Override
    public void zero(long offset, long length) throws IOException {
        FileAllocation.punchHole(image, offset, length);
        if (!thin) {
            FileAllocation.allocate(image, offset, length);
        }
    }

    @Override
    public void sync() throws IOException {
        image.sync();
    }

    @Override
    public TransferBlocks written() throws CsiException, IOException {
        return base.isPresent()
                ? ImageBlocks.of(base.get()::openForReading, file::openForReading)
                : ImageBlocks.of(file::openForReading);
    }

    @Override
    public void close() throws IOException {
        try (image) {
            channel.close();
        }
    }
}
