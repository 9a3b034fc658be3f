package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.blocks.BlockListing;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Which blocks of a snapshot in a thin pool hold data, and which differ between two: candidates from the metadata of
/// the pool, and between two snapshots those whose bytes differ.
final class ThinBlocks {

    /// For volumes of tens of terabytes. The metadata snapshot is held as long.
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final MetadataSnapshot metadata;
    private final VolumeReaders readers;

    /// @param notes a directory on this node
    ThinBlocks(LvmPool lvmPool, VolumeReaders readers, Path notes, LvmOptions options) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.metadata = new MetadataSnapshot(group, notes, options.longestWait(), options.checkpoints());
        this.readers = readers;
    }

    BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        long size = snapshot.size().count();
        return allocated(VolumeTags.name(snapshot.id()), BlockListing.start(offset, size), size);
    }

    /// @param size up to where blocks are wanted
    BlockRanges allocated(String name, long from, long size) throws CsiException, IOException {
        long thinId = thinId(name);
        MappingsFile file = metadata.read((pool, output) -> pool.dump(thinId, DEADLINE, output));
        try {
            return BlockListing.of(size, new ThinMappings(file.read(), from, size), file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException {
        long size = target.size().count();
        long from = BlockListing.start(offset, size);
        return base.id().equals(target.id())
                ? BlockListing.of(size, Optional::empty)
                : changed(VolumeTags.name(base.id()), VolumeTags.name(target.id()), from, size);
    }

    /// @param size up to where blocks are wanted
    BlockRanges changed(String base, String target, long from, long size) throws CsiException, IOException {
        long before = thinId(base);
        long after = thinId(target);
        MappingsFile file = metadata.read((pool, output) -> pool.compare(before, after, DEADLINE, output));
        try {
            VolumeComparison comparison = VolumeComparison.open(readers, base, target);
            return BlockListing.of(
                    size,
                    new ComparedMappings(new ThinMappings(file.read(), from, size), comparison.blocks()),
                    comparison,
                    file);
        } catch (CsiException | IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private long thinId(String name) throws CsiException, IOException {
        return group.state()
                .find(name)
                .filter(tags::isOurs)
                .flatMap(LogicalVolume::thinId)
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "logical volume %s is missing in thin pool %s".formatted(name, group.name())));
    }

    /// Releases what a killed process left.
    void recover() throws IOException {
        metadata.recover();
    }
}
