package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.share.Share;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.StorageProblem;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/// Where volumes are stored and how much may be provisioned there. Many threads may use it at once.
///
/// It guarantees that the sizes of volumes and snapshots never exceed what the pool can hold times the
/// overcommit factor, and that a pool in a file has blocks of the disk below reserved for everything provisioned:
/// other data on that disk does not take them. Thin volumes get only what is free when they
/// write.
public final class Pool {
    /// The key of the tag that logical volumes of a pool carry.
    public static final String OWNER_TAG = GroupRecord.OWNER;

    private static final int OWNER_ONLY = 0700;

    /// A loop device cannot use a part of a page.
    private static final long PAGE = 4096;

    private final PoolSettings settings;
    private final PoolBacking poolBacking;
    private final ProvisionedCapacity provisionedCapacity;
    private final Optional<PoolIdentity> identity;
    private final Optional<Share> share;
    private boolean counted;

    private Pool(
            PoolSettings settings, PoolBacking poolBacking, Optional<PoolIdentity> identity, Optional<Share> share) {
        this.settings = settings;
        this.poolBacking = poolBacking;
        this.identity = identity;
        this.share = share;
        this.provisionedCapacity = new ProvisionedCapacity(settings, poolBacking);
    }

    /// A pool that is taken for what it is, whatever disk it is on.
    public static Pool open(PoolSettings settings, Mounts mounts) throws IOException {
        return new Pool(settings, backing(settings, mounts), Optional.empty(), share(settings, mounts));
    }

    /// A pool that must be the one of the last start.
    ///
    /// @throws PoolMissingException when it is missing; nothing is created then
    public static Pool open(PoolSettings settings, Mounts mounts, PoolIdentity identity) throws IOException {
        identity.check();
        return new Pool(settings, backing(settings, mounts), Optional.of(identity), share(settings, mounts));
    }

    /// A pool whose disk is missing, for a driver that has other pools: it has no volumes, and everything that needs
    /// it fails.
    ///
    /// @param missing what opening it answered
    public static Pool missing(PoolSettings settings, PoolMissingException missing) {
        MissingBacking nothing = new MissingBacking(settings, String.valueOf(missing.getMessage()));
        return new Pool(settings, nothing, Optional.empty(), Optional.empty());
    }

    private static Optional<Share> share(PoolSettings settings, Mounts mounts) {
        return settings.source().map(source -> new Share(source, settings.directory(), mounts, Share.Deadlines.USUAL));
    }

    /// Decides where the pool is: as before if it exists; otherwise in the directory itself when its file
    /// system supports what the backend needs or `--own-pool=false`; otherwise in a file. Creates nothing yet.
    private static PoolBacking backing(PoolSettings settings, Mounts mounts) throws IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return new DirectoryBacking(settings, false);
        }
        if (settings.kind() == BackendKind.LVM) {
            return GroupBacking.open(settings);
        }
        Directories.ensure(settings.directory(), OWNER_ONLY);
        boolean inFile = FileBacking.isKnownIn(settings.directory());
        boolean met = inFile || FileSystemFeatures.satisfies(settings.kind(), settings.directory());
        if (inFile || (!met && settings.ownPool() && !FileSystemFeatures.holdsVolumes(settings.directory()))) {
            return new FileBacking(settings, mounts, LoopDevices.system());
        }
        boolean reflink =
                settings.kind() == BackendKind.DIRECTORY ? FileSystemFeatures.hasReflink(settings.directory()) : met;
        return new DirectoryBacking(settings, reflink);
    }

    /// Brings back what an earlier process made: a pool in a file is mounted again.
    public void start() throws IOException {
        poolBacking.start();
        if (identity.isPresent()) {
            identity.get().settle(place());
        }
    }

    /// Fails when the pool is not where it was at the start: what is created now would be lost with its disk's return,
    /// and what is missing is not deleted.
    ///
    /// @throws CsiException UNAVAILABLE
    public void requirePresent() throws CsiException, IOException {
        if (poolBacking instanceof MissingBacking missing) {
            throw missing.failure();
        }
        if (identity.isPresent()) {
            identity.get().requirePresent();
        }
    }

    /// Whether its disk was missing at the start.
    public boolean isMissing() {
        return poolBacking instanceof MissingBacking;
    }

    public String name() {
        return settings.name();
    }

    public BackendKind kind() {
        return settings.kind();
    }

    public PoolSettings settings() {
        return settings;
    }

    /// Whether copies of files share their blocks; known before a pool in a file is made.
    public boolean hasReflink() {
        return poolBacking.hasReflink();
    }

    /// False for a pool in a file that is not made yet: it has no volumes.
    public boolean isMade() throws IOException {
        return poolBacking.isMade();
    }

    /// False for a pool in a file that is not made yet, or not mounted.
    public boolean isThere() {
        return poolBacking.isThere();
    }

    /// The pool, ready for use: created at the first volume, mounted again when it was unmounted.
    public PoolDirectory directory() throws CsiException, IOException {
        return poolBacking.directory();
    }

    /// Reads the record of a volume, if the pool has it.
    ///
    /// @throws CsiException UNAVAILABLE when the server of a share does not answer
    public Optional<VolumeMeta> find(VolumeId id) throws CsiException, IOException {
        return isThere() ? read("find", () -> directory().find(id)) : Optional.empty();
    }

    public Optional<SnapshotMeta> find(SnapshotId id) throws CsiException, IOException {
        return isThere() ? read("find", () -> directory().find(id)) : Optional.empty();
    }

    /// Why a snapshot has no data, if that is known.
    public Optional<String> failure(SnapshotId id) throws CsiException, IOException {
        return isThere() ? read("find", () -> directory().failure(id)) : Optional.empty();
    }

    /// The share that is mounted for this pool, if there is one.
    public Optional<Share> share() {
        return share;
    }

    /// What touches a share runs where a dead server holds up nothing else.
    private <T> T read(String what, Share.Body<T> body) throws CsiException, IOException {
        return share.isPresent() ? share.get().read(what, body) : body.run();
    }

    /// Where it is or will be; creates nothing.
    public PoolDirectory place() {
        return poolBacking.place();
    }

    /// Promises space for something that is about to be made; a pool in a file grows as needed.
    ///
    /// @throws CsiException OUT_OF_RANGE when the pool could never hold it, RESOURCE_EXHAUSTED when it cannot now,
    ///     UNAVAILABLE when it is missing
    public CapacityReservation reserve(Bytes size, boolean thin) throws CsiException, IOException {
        return read("reserve", () -> reserveHere(size, thin));
    }

    private CapacityReservation reserveHere(Bytes size, boolean thin) throws CsiException, IOException {
        requirePresent();
        count();
        CapacityReservation capacityReservation = provisionedCapacity.take(size, thin);
        try {
            poolBacking.provide(
                    provisionedCapacity.provisioned(),
                    provisionedCapacity.underWay() + (provisionedCapacity.thin() > 0 ? spare() : 0));
            return capacityReservation;
        } catch (CsiException | IOException | RuntimeException e) {
            capacityReservation.close();
            throw e;
        }
    }

    /// Frees the space of a deleted object.
    public void unreserve(Bytes size, boolean thin) {
        provisionedCapacity.unreserve(size, thin);
    }

    /// Sizes of volumes are multiples of this.
    public Bytes granularity() {
        return Bytes.of(poolBacking instanceof GroupBacking lvm ? lvm.group().extentSize() : PAGE);
    }

    /// The volume group of a pool with backend lvm.
    ///
    /// @throws CsiException UNAVAILABLE when it is missing
    public VolumeGroup volumeGroup() throws CsiException {
        return switch (poolBacking) {
            case GroupBacking lvm -> lvm.group();
            case MissingBacking missing -> throw missing.failure();
            case DirectoryBacking _, FileBacking _ ->
                throw new IllegalStateException("pool " + name() + " is not in a volume group");
        };
    }

    /// What the tag [#OWNER_TAG] of this pool's logical volumes says.
    public String owner() {
        return poolBacking instanceof GroupBacking lvm ? lvm.owner() : "";
    }

    /// What can still be provisioned.
    public AvailableCapacity availableCapacity() throws CsiException, IOException {
        return read("measure", () -> {
            count();
            return provisionedCapacity.availableCapacity();
        });
    }

    /// The provisioned size of volumes and snapshots that are not thin.
    public Bytes provisioned() throws CsiException, IOException {
        count();
        return Bytes.of(provisionedCapacity.provisioned());
    }

    /// Grows a pool in a file ahead of its thin volumes, which take space without a call; run by a timer.
    public void topUp() throws CsiException, IOException {
        if (isThere() && provisionedCapacity.thin() > 0) {
            poolBacking.provide(provisionedCapacity.provisioned(), provisionedCapacity.underWay() + spare());
        }
    }

    private long spare() {
        return Math.min(1L << 30, settings.poolSize().count() / 16);
    }

    public List<StorageProblem> problems() throws IOException {
        try {
            requirePresent();
            return read("check", poolBacking::problems);
        } catch (CsiException e) {
            return List.of(new StorageProblem(true, "PoolMissing", String.valueOf(e.getMessage())));
        }
    }

    /// Lets go of a pool in a file that nothing uses; one in use stays as it is.
    public void release() throws IOException {
        poolBacking.release();
        if (share.isPresent()) {
            share.get().release();
        }
    }

    /// Once, at the first question rather than at the start, so that what a recovery removes is not counted.
    private synchronized void count() throws CsiException, IOException {
        if (counted) {
            return;
        }
        if (!poolBacking.isMade()) {
            counted = true;
            return;
        }
        PoolDirectory folder = directory();
        if (settings.kind() == BackendKind.SHARED && !Files.isDirectory(folder.volumes())) {
            // Empty, or away: to be counted when it shows itself.
            return;
        }
        RecordedSizes found = RecordedSizes.of(folder, settings.thin());
        provisionedCapacity.found(found.lasting(), found.thin());
        poolBacking.counted(found.lasting() == 0 && found.thin() == 0);
        counted = true;
    }
}
