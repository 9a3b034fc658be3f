package dev.stowage.driver.image;

import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.blocks.FileBlocks;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;

/// The blocks of an image, or those in which it differs from another one. Owns the open files.
final class ImageBlocks implements TransferBlocks {

    private final Optional<Descriptor> base;
    private final Descriptor image;
    private final BlockReader reader;

    private ImageBlocks(Optional<Descriptor> base, Descriptor image) throws IOException {
        this.base = base;
        this.image = image;
        this.reader = new BlockReader(image);
    }

    /// Opens an image.
    @FunctionalInterface
    interface Opening {
        Descriptor open() throws CsiException, IOException;
    }

    static ImageBlocks of(Opening image) throws CsiException, IOException {
        return of(Optional.empty(), image.open());
    }

    static ImageBlocks of(Opening base, Opening image) throws CsiException, IOException {
        Descriptor before = base.open();
        Descriptor after;
        try {
            after = image.open();
        } catch (CsiException | IOException | RuntimeException e) {
            before.close();
            throw e;
        }
        return of(Optional.of(before), after);
    }

    private static ImageBlocks of(Optional<Descriptor> base, Descriptor image) throws IOException {
        try {
            return new ImageBlocks(base, image);
        } catch (IOException | RuntimeException e) {
            image.close();
            base.ifPresent(Descriptor::close);
            throw e;
        }
    }

    @Override
    public Bytes size() throws IOException {
        return Bytes.of(Stat.of(image).size());
    }

    @Override
    public Stream<BlockRange> ranges() throws CsiException, IOException {
        return (base.isPresent() ? FileBlocks.changed(base.get(), image, 0) : FileBlocks.allocated(image, 0)).ranges();
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
        reader.read(offset, into);
    }

    @Override
    public void close() throws IOException {
        try (image) {
            base.ifPresent(Descriptor::close);
            reader.close();
        }
    }
}
