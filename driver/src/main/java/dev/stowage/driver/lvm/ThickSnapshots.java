package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.BlockCopyReport;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.driver.device.CopyLostException;
import dev.stowage.driver.device.SnapshotCopies;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Snapshots of thick volumes: complete copies, made in the background from a snapshot that copies on write.
///
/// What a restarted driver needs is in the group: the logical volume of the snapshot has a tag until its copy is
/// complete, and the point in time is there until that tag is gone.
final class ThickSnapshots {

    private static final Logger log = LoggerFactory.getLogger(ThickSnapshots.class);

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;
    private final LvmDevices devices;
    private final LvmRemoval removal;
    private final CowVolumes cows;
    private final SnapshotCopies copies;
    private final CheckpointListener checkpoints;

    ThickSnapshots(
            LvmPool lvmPool,
            LvmDevices devices,
            LvmRemoval removal,
            CowVolumes cows,
            SnapshotCopies copies,
            CheckpointListener checkpoints) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
        this.devices = devices;
        this.removal = removal;
        this.cows = cows;
        this.copies = copies;
        this.checkpoints = checkpoints;
    }

    /// Takes the space of the copy, and the point in time. The caller has locked the volume, which is zeroed.
    ///
    /// @param snapshot incomplete
    void take(VolumeMeta volume, SnapshotMeta snapshot, CowSize cowSize) throws CsiException, IOException {
        String name = VolumeTags.name(snapshot.id());
        List<String> all = new ArrayList<>(tags.of(snapshot));
        all.add(VolumeTags.copying());
        try {
            group.create(name, LvmVolumes.actualSize(group.state(), volume), all);
        } catch (CommandFailedException e) {
            LvmFailure.refuseFull(e);
            throw e;
        }
        checkpoints.reached(Checkpoint.IMAGE_MADE);
        cows.take(volume, name, cowSize);
        checkpoints.reached(Checkpoint.CLONED);
    }

    /// Its record is on disk.
    void start(SnapshotMeta snapshot) {
        copies.start(pool, snapshot, new ThickCopy(snapshot));
    }

    private final class ThickCopy implements SnapshotCopies.Copy {

        private final SnapshotMeta snapshot;
        private final String name;

        ThickCopy(SnapshotMeta snapshot) {
            this.snapshot = snapshot;
            this.name = VolumeTags.name(snapshot.id());
        }

        @Override
        public void run(BlockCopyReport progress) throws CsiException, IOException {
            switch (ThickCopyState.of(group.state(), name)) {
                case ThickCopyState.Copied _ -> {}
                case ThickCopyState.Copying _ -> copy(progress);
                case ThickCopyState.Lost(String why) -> throw new CopyLostException(why);
            }
            if (devices.find(name).isPresent()) {
                devices.tryDeactivate(name, "the device of snapshot " + snapshot.id());
            }
            cows.remove(name);
            checkpoints.reached(Checkpoint.SOURCE_RELEASED);
        }

        private void copy(BlockCopyReport progress) throws CsiException, IOException {
            try (Descriptor from = cows.open(snapshot.of(), name)) {
                DeviceCopy.copy(from, devices.activate(name).device().node(), progress);
            } catch (IOException e) {
                requireValid(); // the reason, if it is not
                throw e;
            }
            requireValid();
            checkpoints.reached(Checkpoint.IMAGE_FILLED);
            group.removeTag(name, VolumeTags.copying());
            checkpoints.reached(Checkpoint.COPIED);
        }

        private void requireValid() throws IOException {
            try {
                cows.requireValid(snapshot.of(), name);
            } catch (CsiException e) {
                throw new CopyLostException(String.valueOf(e.getMessage()), e);
            }
        }

        /// The group keeps the point in time, and knows how far the copy has come.
        @Override
        public boolean canBeRepeated() {
            return true;
        }

        @Override
        public void failed() throws CsiException, IOException {
            remove(snapshot.id());
        }
    }

    /// Continues what a killed process left.
    void resume() throws IOException {
        for (SnapshotId id : pool.snapshotIds()) {
            Optional<SnapshotMeta> found = pool.find(id);
            if (found.isPresent() && !found.get().complete()) {
                log.info("Copying snapshot {} again: the driver ended meanwhile.", id);
                start(found.get());
            }
        }
    }

    /// Returns when it is not copied any more.
    void cancel(SnapshotId id) {
        copies.cancel(id);
    }

    /// As [#remove(SnapshotId)], of a copy that was not started, for a caller that has locked the volume.
    void undo(SnapshotId id) throws CsiException, IOException {
        String name = VolumeTags.name(id);
        removal.remove(name);
        if (!group.isThin()) {
            cows.removeOfLocked(name);
        }
    }

    /// Removes its logical volume, also a half copy, with its point in time.
    void remove(SnapshotId id) throws CsiException, IOException {
        String name = VolumeTags.name(id);
        removal.remove(name);
        if (!group.isThin()) {
            cows.remove(name);
        }
    }
}
