package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolFolder;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/// Where volumes lie and how much may be promised there. Many threads may use it at once.
///
/// It guarantees that volumes and snapshots together are never promised more than the pool can hold times the
/// overcommit factor, and that a pool in a file has blocks of the disk below reserved for all that is promised: what
/// fills that disk later does not touch it. Thin volumes are promised nothing but what is free when they write.
public final class Pool {
    private static final int OWNER_ONLY = 0700;

    private final PoolSettings settings;
    private final Ground ground;
    private final Promises promises;
    private boolean counted;

    private Pool(PoolSettings settings, Ground ground) {
        this.settings = settings;
        this.ground = ground;
        this.promises = new Promises(settings, ground);
    }

    /// Decides where the pool lies: as before when it was there before; else in the directory itself when its file
    /// system can do what the backend needs or no pool of its own is wished for; else in a file. Makes nothing yet.
    public static Pool open(PoolSettings settings, Mounts mounts) throws IOException {
        if (settings.kind() == BackendKind.SHARED) {
            return new Pool(settings, new PlainGround(settings, false));
        }
        Directories.ensure(settings.directory(), OWNER_ONLY);
        boolean inFile = FileGround.isKnownIn(settings.directory());
        boolean met = inFile || Needs.areMet(settings.kind(), settings.directory());
        if (inFile || (!met && settings.ownPool() && !Needs.holdsVolumes(settings.directory()))) {
            return new Pool(settings, new FileGround(settings, mounts, LoopDevices.system()));
        }
        boolean reflink = settings.kind() == BackendKind.DIRECTORY ? Needs.hasReflink(settings.directory()) : met;
        return new Pool(settings, new PlainGround(settings, reflink));
    }

    /// Brings back what an earlier process made: a pool in a file is mounted again.
    public void start() throws IOException {
        ground.start();
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
        return ground.hasReflink();
    }

    /// False for a pool in a file that is not made yet, or not mounted.
    public boolean isThere() {
        return ground.isThere();
    }

    /// The pool, ready for use: made at the first claim, mounted again when somebody unmounted it.
    public PoolFolder folder() throws CsiException, IOException {
        return ground.folder();
    }

    /// Where it lies or will lie; makes nothing.
    public PoolFolder place() {
        return ground.place();
    }

    /// Promises space for something that is about to be made; a pool in a file grows as needed.
    ///
    /// @throws CsiException OUT_OF_RANGE when the pool could never hold it, RESOURCE_EXHAUSTED when it cannot now
    public Reservation reserve(Bytes size, boolean thin) throws CsiException, IOException {
        count();
        Reservation reservation = promises.take(size, thin);
        try {
            ground.provide(promises.promised(), promises.underWay() + (promises.thin() > 0 ? spare() : 0));
            return reservation;
        } catch (CsiException | IOException | RuntimeException e) {
            reservation.close();
            throw e;
        }
    }

    /// Space of something that is gone.
    public void giveBack(Bytes size, boolean thin) {
        promises.giveBack(size, thin);
    }

    /// What can still be promised.
    public AvailableCapacity availableCapacity() throws CsiException, IOException {
        count();
        return promises.availableCapacity();
    }

    /// What is promised to volumes and snapshots that are not thin.
    public Bytes promised() throws CsiException, IOException {
        count();
        return Bytes.of(promises.promised());
    }

    /// Grows a pool in a file ahead of its thin volumes, which take space without asking; for a timer.
    public void topUp() throws CsiException, IOException {
        if (isThere() && promises.thin() > 0) {
            ground.provide(promises.promised(), promises.underWay() + spare());
        }
    }

    private long spare() {
        return Math.min(1L << 30, settings.poolSize().count() / 16);
    }

    public List<StorageProblem> problems() throws IOException {
        return ground.problems();
    }

    /// Lets go of a pool in a file that nothing uses; one in use stays as it is.
    public void release() throws IOException {
        ground.release();
    }

    /// Once, at the first question rather than at the start, so that what a recovery removes is not counted.
    private synchronized void count() throws CsiException, IOException {
        if (counted) {
            return;
        }
        if (!ground.isMade()) {
            counted = true;
            return;
        }
        PoolFolder folder = folder();
        if (settings.kind() == BackendKind.SHARED && !Files.isDirectory(folder.volumes())) {
            // Empty, or away: to be counted when it shows itself.
            return;
        }
        Count found = Count.of(folder, settings.thin());
        promises.found(found.lasting(), found.thin());
        ground.counted(found.lasting() == 0 && found.thin() == 0);
        counted = true;
    }
}
