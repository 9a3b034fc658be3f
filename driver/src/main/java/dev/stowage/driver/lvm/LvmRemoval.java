package dev.stowage.driver.lvm;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import dev.stowage.driver.volumegroup.VolumeGroup;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;

/// Removes logical volumes that are ours, and nothing with them.
final class LvmRemoval {

    private final VolumeGroup group;
    private final VolumeTags tags;
    private final PoolDirectory pool;

    LvmRemoval(LvmPool lvmPool) {
        this.group = lvmPool.group();
        this.tags = lvmPool.tags();
        this.pool = lvmPool.records();
    }

    /// Removes a logical volume if it is there and ours.
    void remove(String name) throws CsiException, IOException {
        GroupState state = group.state();
        Optional<LogicalVolume> found = state.find(name);
        if (found.isEmpty()) {
            return;
        }
        if (!tags.isOurs(found.get())) {
            throw CsiException.failedPrecondition(
                    "logical volume %s of group %s does not have the tag of this pool; it is left as it is"
                            .formatted(name, group.name().group()));
        }
        refuseCopied(state, name);
        try {
            group.remove(name);
        } catch (CommandFailedException e) {
            if (e.tail().contains("in use")) {
                throw CsiException.failedPrecondition(
                        "logical volume %s is open; stop the program that uses it".formatted(name));
            }
            throw e;
        }
    }

    /// What reads from a volume is removed together with it, without a question, and the origin of a snapshot that
    /// copies on write cannot be extended while it is active.
    ///
    /// @throws CsiException ABORTED while it is being copied, FAILED_PRECONDITION when the snapshot is not ours, or
    ///     was there for a copy whose record is lost
    void refuseCopied(GroupState state, String name) throws CsiException, IOException {
        for (LogicalVolume dependent : state.dependentsOf(name)) {
            if (tags.isOurs(dependent)) {
                refuseUnrecorded(name, dependent);
                throw CsiException.aborted(
                        "logical volume %s is being copied from its snapshot %s; try again when that is done"
                                .formatted(name, dependent.name()));
            }
            throw CsiException.failedPrecondition(
                    "logical volume %s has the snapshot %s, which another program took; remove that first, with lvremove %s/%s"
                            .formatted(name, dependent.name(), group.name().group(), dependent.name()));
        }
    }

    /// A clone has no record while it is copied. A snapshot has one, written under the lock that the caller holds.
    private void refuseUnrecorded(String name, LogicalVolume cow) throws CsiException, IOException {
        Optional<String> copy = VolumeTags.copyOf(cow);
        boolean isKnown = copy.isPresent()
                && (VolumeTags.isVolumeName(copy.get())
                        || PendingCopies.names(pool).contains(copy.get()));
        if (!isKnown) {
            throw CsiException.failedPrecondition(
                    "logical volume %s has the snapshot %s, which was there for a copy that has no record any more; remove it with lvremove %s/%s"
                            .formatted(name, cow.name(), group.name().group(), cow.name()));
        }
    }
}
