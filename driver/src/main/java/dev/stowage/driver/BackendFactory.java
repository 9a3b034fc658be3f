package dev.stowage.driver;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.btrfs.BtrfsBackend;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.driver.image.ImageBackend;
import dev.stowage.driver.image.ImageOptions;
import dev.stowage.driver.image.PoolSource;
import dev.stowage.driver.lvm.LvmBackend;
import dev.stowage.driver.lvm.LvmOptions;
import dev.stowage.driver.lvm.LvmPool;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.share.Share;
import dev.stowage.driver.shared.GuardedBackend;
import dev.stowage.driver.shared.SharedBackend;
import dev.stowage.driver.shared.SourcedBackend;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.KillPoint;
import dev.stowage.sdk.server.DriverEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// Opens the backend of a pool.
final class BackendFactory {

    /// How long a loop device may take to detach after its last user is gone.
    private static final Duration DETACH_WAIT = Duration.ofSeconds(10);

    private BackendFactory() {}

    static Backend open(Pool pool, DriverEnvironment environment) throws CsiException, IOException {
        Mounts mounts = environment.mounts();
        Path notes = notes(environment.data(), pool.name());
        return switch (pool.kind()) {
            case IMAGE ->
                new ImageBackend(
                        source(pool),
                        mounts,
                        LoopDevices.system(),
                        notes,
                        new ImageOptions(environment.nodeId(), DETACH_WAIT, _ -> KillPoint.pass()));
            case LVM ->
                // Nothing is called of a missing pool, and without its group there is no backend.
                pool.isMissing()
                        ? new DirectoryBackend(pool.place(), mounts)
                        : new LvmBackend(
                                new LvmPool(pool.volumeGroup(), pool.owner(), pool.place()),
                                mounts,
                                notes,
                                LvmOptions.usual(),
                                size -> pool.unreserve(size, pool.settings().thin()));
            case BTRFS -> new BtrfsBackend(pool.place(), mounts);
            case DIRECTORY -> new DirectoryBackend(pool.place(), mounts);
            case SHARED -> shared(pool, notes, environment);
        };
    }

    private static Backend shared(Pool pool, Path notes, DriverEnvironment environment) {
        if (pool.share().isEmpty()) {
            return new SharedBackend(pool.place(), notes.resolve("share.json"), environment.mounts());
        }
        Share share = pool.share().get();
        return new GuardedBackend(
                share,
                new SourcedBackend(
                        pool.place(),
                        notes,
                        environment.mounts(),
                        share,
                        environment.nodeId(),
                        size -> pool.unreserve(size, pool.settings().thin())));
    }

    /// Notes of this node alone, outside of a pool that other nodes may share.
    static Path notes(Path data, String pool) {
        return data.resolve("notes").resolve(pool);
    }

    private static PoolSource source(Pool pool) {
        return new PoolSource() {
            @Override
            public PoolDirectory directory() throws CsiException, IOException {
                return pool.directory();
            }

            @Override
            public boolean isMade() {
                return pool.isThere();
            }

            @Override
            public void unreserve(Bytes size) {
                pool.unreserve(size, pool.settings().thin());
            }
        };
    }
}
