package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.blocks.BlockComparison;
import dev.stowage.driver.blocks.BlockListing;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// Which blocks of an image hold data, and which differ between two: read off the maps of the files where
/// these prove it, otherwise by reading the bytes. Found while the response is read, so size costs time but no
/// memory.
final class BlockDiff {

    private BlockDiff() {}

    static BlockRanges allocated(PoolDirectory pool, SnapshotMeta snapshot, long offset)
            throws CsiException, IOException {
        Descriptor image = open(pool, snapshot);
        try {
            return closing(allocated(image, offset), image);
        } catch (CsiException | IOException | RuntimeException e) {
            image.close();
            throw e;
        }
    }

    /// The image stays open.
    static BlockRanges allocated(Descriptor image, long offset) throws CsiException, IOException {
        long size = Stat.of(image).size();
        long from = BlockListing.start(offset, size);
        BlockReader bytes = new BlockReader(image);
        try {
            return BlockListing.of(size, new AllocatedBlocks(DataExtents.of(image, from), bytes), bytes);
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    static BlockRanges changed(PoolDirectory pool, SnapshotMeta base, SnapshotMeta target, long offset)
            throws CsiException, IOException {
        Descriptor before = open(pool, base);
        Descriptor after = null;
        try {
            after = open(pool, target);
            return closing(changed(before, after, offset), before, after);
        } catch (CsiException | IOException | RuntimeException e) {
            before.close();
            if (after != null) {
                after.close();
            }
            throw e;
        }
    }

    /// The images stay open.
    static BlockRanges changed(Descriptor before, Descriptor after, long offset) throws CsiException, IOException {
        long size = Stat.of(after).size();
        long from = BlockListing.start(offset, size);
        BlockReader old = new BlockReader(before);
        BlockReader now = null;
        try {
            now = new BlockReader(after);
            ChangedBlocks changed = new ChangedBlocks(
                    new ImageCursor(DataExtents.of(before, from)),
                    new ImageCursor(DataExtents.of(after, from)),
                    new BlockComparison(old, now),
                    from,
                    size);
            return BlockListing.of(size, changed, old, now);
        } catch (IOException | RuntimeException e) {
            old.close();
            if (now != null) {
                now.close();
            }
            throw e;
        }
    }

    private static BlockRanges closing(BlockRanges ranges, Descriptor... images) {
        return new BlockRanges(
                ranges.fixedLength(), ranges.capacity(), ranges.ranges().onClose(() -> {
                    for (Descriptor image : images) {
                        image.close();
                    }
                }));
    }

    private static Descriptor open(PoolDirectory pool, SnapshotMeta snapshot) throws CsiException, IOException {
        if (!snapshot.complete()) {
            throw CsiException.failedPrecondition(
                    "snapshot %s is still being copied; try again".formatted(snapshot.id()));
        }
        return ImageFile.of(pool, snapshot.id()).openForReading();
    }
}
