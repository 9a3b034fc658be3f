package dev.stowage.driver.directory;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.files.ChangedFiles;
import dev.stowage.driver.files.PoolPresence;
import dev.stowage.driver.files.TreeStore;
import dev.stowage.driver.quota.DirectoryQuota;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;

/// Directories as trees that are sent and received. There are no snapshots of them, and so no differences.
final class DirectoryTrees implements TreeStore {

    private static final String DATA = "data";
    private static final int MODE = 0777;

    private final PoolDirectory pool;
    private final DirectoryQuota quota;
    private final PoolPresence presence;

    DirectoryTrees(PoolDirectory pool, DirectoryQuota quota, PoolPresence presence) {
        this.pool = pool;
        this.quota = quota;
        this.presence = presence;
    }

    @Override
    public void requirePool() throws CsiException, IOException {
        presence.requirePool();
    }

    @Override
    public Descriptor openSnapshot(SnapshotId id) throws CsiException {
        throw CsiException.invalidArgument(
                "snapshot %s: volumes of backend directory have no snapshots; fence the volume and send all of it"
                        .formatted(id));
    }

    @Override
    public Descriptor openVolume(VolumeId id) throws CsiException, IOException {
        presence.refuseWhenUsed(id);
        try (BeneathResolver volumes = BeneathResolver.withinMount(pool.volumes())) {
            return volumes.openDirectory(id.value() + "/" + DATA);
        }
    }

    @Override
    public ChangedFiles changed(Descriptor base, Descriptor tree) {
        return ChangedFiles.ANY;
    }

    /// The project of the directory is inherited by all that comes into it.
    @Override
    public void make(PoolDirectory place, VolumeMeta wanted) throws CsiException, IOException {
        quota.create(wanted, () -> {
            Directories.ensure(place.of(wanted.id()).resolve(DATA), MODE);
            return place.of(wanted.id()).resolve(DATA);
        });
    }

    @Override
    public void copy(PoolDirectory from, PoolDirectory to, VolumeMeta wanted) throws CsiException {
        throw CsiException.failedPrecondition(
                "volumes of backend directory receive no differences; delete the copy of volume %s and send all of it"
                        .formatted(wanted.id()));
    }

    /// Removed with the directory that it is in.
    @Override
    public void remove(PoolDirectory place, VolumeId id) {}

    @Override
    public void removed(VolumeId id) throws IOException {
        quota.release(id);
    }
}
