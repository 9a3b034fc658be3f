package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes the points in time from which nothing is copied any more: a volume that has one cannot be deleted. Where
/// data could be lost with it, the operator decides.
final class CowRecovery {

    private static final Logger log = LoggerFactory.getLogger(CowRecovery.class);

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;
    private final CowVolumes cows;

    CowRecovery(LvmPool lvmPool, CowVolumes cows) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
        this.cows = cows;
    }

    /// To be called before any copy starts.
    void recover() throws IOException {
        GroupState state = group.state();
        Set<String> pending = PendingCopies.names(pool);
        for (LogicalVolume volume : state.volumes()) {
            if (volume.isCow() && tags.isOurs(volume)) {
                recover(volume, CowUse.of(state, volume, pending));
            }
        }
    }

    private void recover(LogicalVolume cow, CowUse use) {
        switch (use) {
            case NEEDED -> {}
            case SPENT -> remove(cow);
            case UNRECORDED ->
                log.warn(
                        "Snapshot {} of logical volume {} is there for a copy that is not complete and has no record. The volume cannot be deleted or expanded until it is removed, with lvremove {}/{}.",
                        cow.name(),
                        cow.origin().orElse(""),
                        group.name().group(),
                        cow.name());
        }
    }

    private void remove(LogicalVolume cow) {
        log.warn("Removing snapshot {}: nothing is copied from it any more.", cow.name());
        try {
            cows.remove(VolumeTags.copyOf(cow).orElseThrow());
        } catch (CsiException | IOException e) {
            log.warn("Cannot remove it; the next start tries again.", e);
        }
    }
}
