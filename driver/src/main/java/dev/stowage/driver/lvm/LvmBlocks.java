package dev.stowage.driver.lvm;

import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.linux.block.BlockDevice;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/// The blocks of a logical volume, or some of them. It is active while this is open.
final class LvmBlocks implements TransferBlocks {

    private final VolumeReaders.Opened volume;
    private final BlockReader reader;
    private final Listing listing;

    /// Finds the blocks.
    @FunctionalInterface
    interface Listing {

        /// @param size of the device
        BlockRanges of(long size) throws CsiException, IOException;
    }

    private LvmBlocks(VolumeReaders.Opened volume, Listing listing) throws IOException {
        this.volume = volume;
        this.reader = new BlockReader(volume.descriptor());
        this.listing = listing;
    }

    static LvmBlocks open(VolumeReaders readers, String name, Listing listing) throws CsiException, IOException {
        VolumeReaders.Opened volume = readers.open(name);
        try {
            return new LvmBlocks(volume, listing);
        } catch (IOException | RuntimeException e) {
            volume.close();
            throw e;
        }
    }

    /// That of the device: a file system uses all of it, and it can be bigger than what was asked for.
    @Override
    public Bytes size() throws IOException {
        return Bytes.of(BlockDevice.size(volume.descriptor()));
    }

    @Override
    public Stream<BlockRange> ranges() throws CsiException, IOException {
        return listing.of(size().count()).ranges();
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
        reader.read(offset, into);
    }

    @Override
    public void close() throws IOException {
        try (volume) {
            reader.close();
        }
    }
}
