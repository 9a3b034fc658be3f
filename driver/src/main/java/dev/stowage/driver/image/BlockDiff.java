package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.stream.Stream;

/// Which blocks of a snapshot hold data, and which differ between two: read off the maps of the files where
/// these prove it, otherwise by reading the bytes. Found while the response is read, so size costs time but no
/// memory.
final class BlockDiff {

    private BlockDiff() {}

    static BlockRanges allocated(PoolDirectory pool, SnapshotMeta snapshot, long offset)
            throws CsiException, IOException {
        Descriptor image = open(pool, snapshot);
        try {
            long size = Stat.of(image).size();
            checkOffset(offset, size);
            ImageReader bytes = new ImageReader(image);
            return answer(size, new AllocatedBlocks(DataExtents.of(image, floor(offset)), bytes), bytes, image);
        } catch (CsiException | IOException | RuntimeException e) {
            image.close();
            throw e;
        }
    }

    static BlockRanges changed(PoolDirectory pool, SnapshotMeta base, SnapshotMeta target, long offset)
            throws CsiException, IOException {
        Descriptor before = open(pool, base);
        Descriptor after = null;
        try {
            after = open(pool, target);
            long size = Stat.of(after).size();
            checkOffset(offset, size);
            ImageReader old = new ImageReader(before);
            ImageReader now = new ImageReader(after);
            long from = floor(offset);
            ChangedBlocks changed = new ChangedBlocks(
                    new ImageCursor(DataExtents.of(before, from), old),
                    new ImageCursor(DataExtents.of(after, from), now),
                    from,
                    size);
            return answer(size, changed, old, now, before, after);
        } catch (CsiException | IOException | RuntimeException e) {
            before.close();
            if (after != null) {
                after.close();
            }
            throw e;
        }
    }

    private static Descriptor open(PoolDirectory pool, SnapshotMeta snapshot) throws CsiException, IOException {
        if (!snapshot.complete()) {
            throw CsiException.failedPrecondition(
                    "snapshot %s is still being copied; try again".formatted(snapshot.id()));
        }
        return ImageFile.of(pool, snapshot.id()).openForReading();
    }

    private static void checkOffset(long offset, long size) throws CsiException {
        if (offset < 0 || offset > size) {
            throw CsiException.outOfRange("offset %d is outside a volume of %d bytes".formatted(offset, size));
        }
    }

    private static long floor(long offset) {
        return offset / ImageReader.BLOCK * ImageReader.BLOCK;
    }

    private static BlockRanges answer(long size, BlockSource source, AutoCloseable... resources) {
        Stream<BlockRange> stream = new MergedBlocks(source, size).stream();
        for (AutoCloseable resource : resources) {
            stream = stream.onClose(() -> close(resource));
        }
        return new BlockRanges(false, Bytes.of(size), stream);
    }

    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot close the image of a snapshot", e);
        }
    }
}
