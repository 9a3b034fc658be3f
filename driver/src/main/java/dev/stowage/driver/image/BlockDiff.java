package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.blocks.FileBlocks;
import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// Which blocks of a snapshot hold data, and which differ between two.
final class BlockDiff {

    private BlockDiff() {}

    static BlockRanges allocated(PoolDirectory pool, SnapshotMeta snapshot, long offset)
            throws CsiException, IOException {
        Descriptor image = open(pool, snapshot);
        try {
            return closing(FileBlocks.allocated(image, offset), image);
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
            return closing(FileBlocks.changed(before, after, offset), before, after);
        } catch (CsiException | IOException | RuntimeException e) {
            before.close();
            if (after != null) {
                after.close();
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
