package dev.stowage.driver.lvm;

import dev.stowage.driver.volumegroup.CowState;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import java.util.Optional;
import java.util.Set;

/// What one of our snapshots that copy on write is there for when the driver starts, and no copy runs.
enum CowUse {
    /// A copy is made from it.
    NEEDED,
    /// Nothing is made from it any more: its copy is complete, was the clone of a process that has ended, or it
    /// lost its point in time.
    SPENT,
    /// Its copy is not complete, and has no record. Records may have been lost, and the point in time is then
    /// only here.
    UNRECORDED;

    /// @param pending the names of the logical volumes of the snapshots that are recorded as incomplete
    static CowUse of(GroupState state, LogicalVolume cow, Set<String> pending) {
        Optional<String> copy = VolumeTags.copyOf(cow);
        if (copy.isEmpty()) {
            return UNRECORDED; // someone gave it another name
        }
        if (pending.contains(copy.get())) {
            return NEEDED;
        }
        boolean isComplete = state.find(copy.get())
                .filter(target -> !VolumeTags.isBeingCopied(target))
                .isPresent();
        boolean isSpent = isComplete || VolumeTags.isVolumeName(copy.get()) || cow.cowState() == CowState.INVALID;
        return isSpent ? SPENT : UNRECORDED;
    }
}
