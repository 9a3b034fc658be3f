package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.blocks.BlockComparison;
import dev.stowage.driver.blocks.BlockListing;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Which blocks of a snapshot in a thin pool hold data, and which differ between two: candidates from the metadata of
/// the pool, and between two snapshots those whose bytes differ.
final class ThinBlocks {

    /// For volumes of tens of terabytes. The metadata snapshot is held as long.
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final MetadataSnapshot metadata;
    private final ActiveSnapshots active;

    /// @param notes a directory on this node
    ThinBlocks(LvmPool lvmPool, ActiveSnapshots active, Path notes, LvmOptions options) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.metadata = new MetadataSnapshot(group, notes, options.longestWait(), options.checkpoints());
        this.active = active;
    }

    BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        long size = snapshot.size().count();
        long from = BlockListing.start(offset, size);
        long thinId = thinId(snapshot.id());
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
        if (base.id().equals(target.id())) {
            return BlockListing.of(size, Optional::empty);
        }
        long before = thinId(base.id());
        long after = thinId(target.id());
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            MappingsFile file = metadata.read((pool, output) -> pool.compare(before, after, DEADLINE, output));
            opened.push(file);
            BlockComparison comparison = new BlockComparison(open(base.id(), opened), open(target.id(), opened));
            ComparedMappings changed = new ComparedMappings(new ThinMappings(file.read(), from, size), comparison);
            return BlockListing.of(size, changed, opened.toArray(AutoCloseable[]::new));
        } catch (CsiException | IOException | RuntimeException e) {
            closeAll(opened, e);
            throw e;
        }
    }

    private BlockReader open(SnapshotId id, Deque<AutoCloseable> opened) throws CsiException, IOException {
        ActiveSnapshots.Opened snapshot = active.open(id);
        opened.push(snapshot);
        BlockReader reader = new BlockReader(snapshot.descriptor());
        opened.push(reader);
        return reader;
    }

    private static void closeAll(Deque<AutoCloseable> opened, Exception cause) {
        for (AutoCloseable one : opened) {
            try {
                one.close();
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }

    private long thinId(SnapshotId id) throws CsiException, IOException {
        String name = VolumeTags.name(id);
        return group.state()
                .find(name)
                .filter(tags::isOurs)
                .flatMap(LogicalVolume::thinId)
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "the logical volume %s of snapshot %s is missing in thin pool %s"
                                .formatted(name, id, group.name())));
    }

    /// Releases what a killed process left.
    void recover() throws IOException {
        metadata.recover();
    }
}
