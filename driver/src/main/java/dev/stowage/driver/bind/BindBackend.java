package dev.stowage.driver.bind;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A backend whose volumes are directories `volumes/ID/data`: bound where they are published, never staged.
///
/// Data is always opened beneath the pool's root, through no symbolic link and across no mount point. Pools
/// whose directory is missing are refused: a directory is created when a pool is set up, and a pool that lost
/// it has lost its disk.
public abstract class BindBackend implements Backend {
    /// The directory that is bound.
    protected static final String DATA = "data";

    /// Users who cannot access the pool's directory (0750, root's) cannot access this either; a workload of any
    /// user can.
    protected static final int DATA_MODE = 0777;

    private final PoolDirectory folder;
    private final Mounts mounts;
    private final BindPublisher publisher;

    protected BindBackend(PoolDirectory folder, Mounts mounts) {
        this.folder = folder;
        this.mounts = mounts;
        this.publisher = new BindPublisher(mounts);
    }

    protected final PoolDirectory directory() {
        return folder;
    }

    protected final Mounts mounts() {
        return mounts;
    }

    /// Fails when the pool is missing, or is not the same pool. Runs before anything else.
    protected void requirePool() throws CsiException, IOException {
        if (!Files.isDirectory(folder.volumes())) {
            throw new CsiException(
                    CsiCode.UNAVAILABLE,
                    "the pool at %s is missing: it has no directory \"volumes\"; mount its disk again"
                            .formatted(folder.root()));
        }
    }

    /// @throws CsiException FAILED_PRECONDITION when it is in use on this node
    protected final void refuseWhenUsed(VolumeId id) throws CsiException, IOException {
        try (BeneathResolver pool = BeneathResolver.withinMount(folder.volumes());
                Descriptor there = pool.openHandle(id.value())) {
            publisher.refuseWhenUsed(id, there);
        }
    }

    /// Removes the data of an unused volume; there may be none.
    protected abstract void removeData(VolumeId id) throws IOException;

    /// For data that is not in the volume's own directory.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is in use
    protected void refuseOtherUse(VolumeId id, BindPublisher users) throws CsiException, IOException {}

    /// Called when nothing is left of a volume, also when there was nothing.
    protected void removed(VolumeId id) throws IOException {}

    /// What is special about the health of a volume whose directory is there.
    protected List<HealthProblem> furtherProblems(VolumeMeta volume) throws CsiException, IOException {
        return List.of();
    }

    @Override
    public final void delete(VolumeId id) throws CsiException, IOException {
        requirePool();
        try (BeneathResolver pool = BeneathResolver.withinMount(folder.volumes());
                Descriptor there = pool.openHandle(id.value())) {
            publisher.refuseWhenUsed(id, there);
            refuseOtherUse(id, publisher);
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT) {
                removed(id);
                return;
            }
            throw e;
        }
        folder.forget(id);
        removeData(id);
        KillPoint.pass();
        folder.remove(id);
        KillPoint.pass();
        removed(id);
    }

    @Override
    public void checkSettings(Map<String, String> settings) throws CsiException {
        VolumeLabels.check(settings);
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        requirePool();
        folder.write(volume.settings(VolumeLabels.merged(volume.settings(), settings)));
    }

    /// Succeeds, as a driver with several pools declares staging when one of them needs it.
    @Override
    public final void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException {
        requirePool();
    }

    @Override
    public final void unstage(VolumeId volume, Path path) {}

    @Override
    public final void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        requirePool();
        try (Descriptor data = openData(volume.id())) {
            publish(data, wanted);
        }
    }

    protected void publish(Descriptor data, Publication wanted) throws CsiException, IOException {
        publisher.publish(data, wanted);
    }

    @Override
    public final void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        publisher.unpublish(volume, target);
    }

    @Override
    public final void repair(VolumeMeta volume, Path target) throws CsiException, IOException {
        requirePool();
        try (Descriptor data = openData(volume.id())) {
            publisher.repair(data, volume.id(), target);
        }
    }

    @Override
    public final Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) {
        return volume.size();
    }

    /// @throws CsiException NOT_FOUND when the volume is not mounted there
    protected final void requirePublished(VolumeMeta volume, Path path) throws CsiException, IOException {
        try (Descriptor data = openData(volume.id())) {
            TargetState state = TargetState.of(path, Optional.of(BindSource.of(data, mounts)), mounts);
            if (!(state instanceof TargetState.Shows)) {
                throw CsiException.notFound("volume %s is not published at %s".formatted(volume.id(), path));
            }
        }
    }

    @Override
    public final List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        BindHealthCheck check = new BindHealthCheck(volume.id(), mounts, publisher);
        try {
            requirePool();
        } catch (CsiException e) {
            check.poolIsGone(String.valueOf(e.getMessage()));
        }
        if (check.canGoOn()) {
            try (Descriptor data = find(volume.id())) {
                check.data(data);
                check.add(furtherProblems(volume));
                check.target(publishedAt, Optional.of(data));
            } catch (LinuxException e) {
                check.dataIsGone(e);
            }
        }
        if (!check.canGoOn()) {
            check.target(publishedAt, Optional.empty());
        }
        return check.problems();
    }

    protected final Descriptor openData(VolumeId id) throws CsiException, IOException {
        try {
            return find(id);
        } catch (LinuxException e) {
            throw new CsiException(
                    CsiCode.INTERNAL,
                    "cannot access the data of volume %s in the pool at %s: %s"
                            .formatted(id, folder.root(), e.getMessage()),
                    e);
        }
    }

    /// Opens the directory that workloads see.
    protected Descriptor find(VolumeId id) throws IOException {
        try (BeneathResolver pool = BeneathResolver.withinMount(folder.volumes())) {
            return pool.openHandle(id.value() + "/" + DATA);
        }
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        throw CsiException.unimplemented("volumes of this pool are plain directories, which do not support snapshots");
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        requirePool();
        boolean isRecorded = folder.find(id).isPresent();
        folder.remove(id);
        return isRecorded;
    }

    @Override
    public final BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException {
        throw noBlocks();
    }

    @Override
    public final BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException {
        throw noBlocks();
    }

    private static CsiException noBlocks() {
        return CsiException.unimplemented("block metadata is supported by backend image only");
    }

    @Override
    public void recover() throws IOException {}
}
