package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.SnapshotCopies;
import dev.stowage.driver.device.UnmountedGrowth;
import dev.stowage.driver.device.VolumeLocks;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The copies of thick volumes: snapshots, which are made in the background, and clones and restored volumes, for which
/// the call waits.
final class ThickCopies {

    /// Parameters of a storage class for thick volumes.
    static final Set<String> PARAMETERS = Stream.of(VolumeLayout.PARAMETERS, ThickCopyOptions.PARAMETERS)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    /// How long a call waits for copies that may be short.
    private static final Duration MOMENT = Duration.ofSeconds(5);

    private final LvmPool lvmPool;
    private final PoolDirectory pool;
    private final SnapshotCopies copies;
    private final CowVolumes cows;
    private final ThickSnapshots snapshots;
    private final ThickCloning cloning;

    /// What they share with other volumes.
    record Parts(
            LvmDevices devices,
            VolumeLocks locks,
            UnmountedGrowth unmountedGrowth,
            VolumeZeroing zeroing,
            VolumeReaders readers,
            LvmRemoval removal,
            BtrfsFreeze freeze) {}

    /// @param freed receives the size of a snapshot whose copy failed: its space is free again
    ThickCopies(LvmPool lvmPool, Parts parts, Consumer<Bytes> freed, CheckpointListener checkpoints) {
        this.lvmPool = lvmPool;
        this.pool = lvmPool.records();
        this.copies = new SnapshotCopies(freed);
        this.cows = new CowVolumes(lvmPool, parts.devices(), parts.locks(), parts.removal(), parts.freeze());
        this.snapshots = new ThickSnapshots(lvmPool, parts.devices(), parts.removal(), cows, copies, checkpoints);
        this.cloning = new ThickCloning(lvmPool, parts, cows, checkpoints);
    }

    /// Continues what a killed process left, and removes what of it nothing needs.
    void recover() throws IOException {
        new CowRecovery(lvmPool, cows).recover();
        snapshots.resume();
    }

    ThickSnapshots snapshots() {
        return snapshots;
    }

    void create(VolumeMeta wanted, VolumeSource from, Map<String, String> parameters) throws CsiException, IOException {
        var request = new ThickCloning.Wanted(wanted, VolumeLayout.of(parameters), ThickCopyOptions.of(parameters));
        copies.await("volume " + wanted.id(), wanted.size(), progress -> cloning.create(request, from, progress));
    }

    /// @throws CsiException ABORTED while the volume is copied for a snapshot
    void refuseWhileCopied(VolumeId id) throws CsiException {
        copies.refuseWhileCopied(id);
    }

    /// Removes what the interrupted creation of a volume left beside it. The caller has locked nothing.
    void removeRemains(VolumeId id) throws CsiException, IOException {
        if (!lvmPool.group().isThin()) {
            cows.remove(VolumeTags.name(id));
        }
    }

    /// Copies end soon; the next start continues them.
    void stop() {
        copies.stop();
    }

    /// What is known of snapshots a moment later, when short copies are complete.
    List<SnapshotMeta> await(List<SnapshotMeta> taken) throws IOException {
        copies.await(taken, MOMENT);
        List<SnapshotMeta> now = new ArrayList<>();
        for (SnapshotMeta one : taken) {
            now.add(pool.find(one.id()).orElse(one));
        }
        return now;
    }
}
