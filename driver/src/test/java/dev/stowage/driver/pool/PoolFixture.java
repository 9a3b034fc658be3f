package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.driver.filesystem.TestDisks;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Disks for pools, and volumes as a backend would create them.
final class PoolFixture {
    private static final Logger log = LoggerFactory.getLogger(PoolFixture.class);
    static final long MIB = 1 << 20;
    static final Bytes LOW_WATER = Bytes.mebi(16);

    private static final List<Pool> OPENED = new ArrayList<>();

    private PoolFixture() {}

    static PoolSettings settings(BackendKind kind, Path directory) {
        return new PoolSettings("test", kind, directory, Bytes.gibi(2), 1.0, LOW_WATER, false, true);
    }

    static PoolSettings size(PoolSettings of, Bytes size) {
        return new PoolSettings(
                of.name(), of.kind(), of.directory(), size, of.overcommit(), of.lowWater(), of.thin(), of.ownPool());
    }

    static PoolSettings overcommit(PoolSettings of, double factor) {
        return new PoolSettings(
                of.name(), of.kind(), of.directory(), of.poolSize(), factor, of.lowWater(), of.thin(), of.ownPool());
    }

    static PoolSettings withoutOwnPool(PoolSettings of) {
        return new PoolSettings(
                of.name(), of.kind(), of.directory(), of.poolSize(), of.overcommit(), of.lowWater(), of.thin(), false);
    }

    static Pool open(PoolSettings settings) throws Exception {
        return started(Pool.open(settings, Mounts.system()));
    }

    static Pool open(PoolSettings settings, PoolIdentity identity) throws Exception {
        return started(Pool.open(settings, Mounts.system(), identity));
    }

    private static Pool started(Pool pool) throws Exception {
        OPENED.add(pool);
        pool.start();
        return pool;
    }

    /// Twice: with two pools over one file, the first attempt may fail because of the other.
    static void releaseAll() {
        for (int i = 0; i < 2; i++) {
            for (Pool pool : OPENED) {
                try {
                    pool.release();
                } catch (IOException e) {
                    log.info("{} is left to the end of the test.", e.getMessage());
                }
            }
        }
        OPENED.clear();
    }

    /// A directory on its own small disk.
    static Path disk(TestDisks testDisks, FileSystem fileSystem, long size) throws IOException {
        Path device = testDisks.attach(testDisks.image("disk.img", size)).node();
        fileSystem.create(device);
        return Files.createDirectory(testDisks.mount(fileSystem, device, "disk").resolve("pool"));
    }

    static void write(Pool pool, String name, Bytes size, boolean thin) throws Exception {
        pool.directory()
                .write(new VolumeMeta(
                        VolumeId.of(name), pool.kind(), size, "ext4", false, false, thin, false, Map.of()));
    }

    static void writeSnapshot(Pool pool, String name, Bytes size) throws Exception {
        pool.directory()
                .write(new SnapshotMeta(
                        SnapshotId.of(name), VolumeId.of("of"), size, "ext4", false, Instant.EPOCH, true));
    }

    /// Takes real blocks, as a backend does for a volume that is not thin.
    static Path allocate(Pool pool, String name, Bytes size) throws Exception {
        Path file = Files.createFile(pool.directory().root().resolve(name));
        try (Descriptor opened = Descriptor.openForWriting(file)) {
            FileAllocation.allocate(opened, 0, size.count());
        }
        return file;
    }
}
