package dev.stowage.driver.lvm;

import dev.stowage.driver.volumegroup.CowState;
import dev.stowage.driver.volumegroup.GroupState;
import dev.stowage.driver.volumegroup.LogicalVolume;
import java.util.Optional;

/// How far the copy of a snapshot has come, as the group shows it, whatever process worked on it.
sealed interface ThickCopyState {

    /// All data is there and on disk.
    record Copied() implements ThickCopyState {}

    /// Its point in time is there, so it can be copied from the beginning.
    record Copying() implements ThickCopyState {}

    record Lost(String why) implements ThickCopyState {}

    /// @param copy the name of its logical volume
    static ThickCopyState of(GroupState state, String copy) {
        Optional<LogicalVolume> target = state.find(copy);
        if (target.isEmpty()) {
            return new Lost("logical volume %s is missing".formatted(copy));
        }
        if (!VolumeTags.isBeingCopied(target.get())) {
            return new Copied();
        }
        Optional<LogicalVolume> cow = state.find(VolumeTags.cowName(copy));
        if (cow.isEmpty()) {
            return new Lost("its copy was interrupted, and snapshot %s, which had the point in time, is missing"
                    .formatted(VolumeTags.cowName(copy)));
        }
        if (cow.get().cowState() == CowState.INVALID) {
            return new Lost(CowVolumes.overflow(cow.get()));
        }
        return new Copying();
    }
}
